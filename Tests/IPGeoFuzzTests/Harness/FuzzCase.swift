import IPGeoAddresses

@testable import IPGeoEnrichment
@testable import IPGeoRecords

/// One case: how to read, and what.
///
/// The first bytes of a case choose the options; `0` is the usual choice of each, so that a case can
/// be read and written by hand. What follows is the input.
struct FuzzCase {
  /// So many bytes are options; of these, the last is a line end for the eye.
  static let optionCount = 8

  private(set) var options = ReadingOptions()
  private(set) var wishes = RowWishes()
  private(set) var fields = Field.defaults
  private(set) var input: [UInt8] = []
  /// The lengths of the pieces in which the input comes.
  private(set) var pieces: [Int] = []
  /// Whether the input also comes through a pipe, or as a file in small chunks.
  private(set) var isReadOtherwise = false

  /// Takes a case apart; `nil` for one that is too short, or that would be unpacked by a program.
  init?(_ bytes: [UInt8], _ target: FuzzTarget) {
    guard bytes.count >= FuzzCase.optionCount else { return nil }
    let choices = bytes.prefix(FuzzCase.optionCount).map { Choice(value: $0 &- 0x30) }
    input = Array(bytes.dropFirst(FuzzCase.optionCount))
    if input.count > 1, input.count < 1 << 13, choices[5].value >> 4 == 15 {
      // Long enough to be slow where the time is not linear.
      let once = input
      for _ in 1..<64 { input += once }
    }
    let isPacked = input.withUnsafeBytes {
      if case .binary(let kind) = HeadJudge.judge($0) { kind.packing != nil } else { false }
    }
    if isPacked { return nil }
    choose(choices, target)
    cut(atMost: choices[2].of([1 << 20, 1, 2, 3, 7, 20, 64, 300]), seed: choices[1].value)
  }

  private mutating func choose(_ choices: [Choice], _ target: FuzzTarget) {
    options.format = choices[0].value & 0x40 == 0 ? target.format : .auto
    if target == .csv, choices[0].value & 0x20 != 0 { options.format = .tsv }
    options.maximumLine = choices[0].of([1 << 20, 1, 16, 40, 79, 80, 200, 1000])
    options.hasNoHeader = choices[0].value & 8 != 0
    options.idleMilliseconds = 0
    options.chunkSize = choices[1].value & 1 == 0 ? options.chunkSize : 64
    isReadOtherwise = choices[2].value & 0x18 == 0x18
    options.client.choice = choices[3].of(ClientRule.Choice.allCases)
    if choices[3].value & 8 != 0 {
      options.client.trustedProxies = ["10.0.0.0/8", "127.0.0.1/32", "2001:db8::/32"].compactMap {
        AddressPrefix($0)
      }
    }
    options.addressField = choices[4].of([
      nil, "1", "2", "ip", "client_ip", "a.b", "remote_addr", "x-forwarded-for", "0", "99", "c-ip",
      "a.0", "", "IP", "geo", "4",
    ])
    options.delimiter = choices[5].of([nil, 0x2c, 0x3b, 0x09, 0x7c, 0x3a, 0x20, 0x61])
    wishes.format = choices[6].of([nil, .csv, .tsv, .jsonl])
    wishes.isCSVSafe = choices[6].value & 4 != 0
    wishes.isExcel = choices[6].value & 8 != 0
    if choices[6].value & 16 != 0 {
      fields = [.ip, .address, .line, .forwarded, .port, .record, .hits, .city]
      wishes.prefix = ""
      wishes.nest = "ip"
      options.nestName = "ip"
    }
    if choices[6].value & 32 != 0 { wishes.writesHeader = false }
  }

  private mutating func cut(atMost most: Int, seed: UInt8) {
    var random = Numbers(state: UInt64(seed))
    // However long it is, there are not so many pieces that a case takes long.
    let least = input.count / 512 + 1
    var rest = input.count
    while rest > 0 {
      let length = min(rest, least + Int(random.next() % UInt64(most)))
      pieces.append(length)
      rest -= length
    }
  }

  /// A byte that chooses.
  private struct Choice {
    var value: UInt8

    func of<Value>(_ values: [Value]) -> Value { values[Int(value) % values.count] }
  }
}

/// A generator whose numbers depend on its seed alone.
struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
