import IPGeoAddresses
import Testing

@testable import IPGeoRecords

@Suite struct SpellingMemoTests {
  /// Holds the memo's answer for a text, with what surrounds it, against reading it alone.
  private func expectSame(_ text: String, _ memo: SpellingMemo, before: String = "", after: String)
  {
    let bytes = [UInt8]((before + text + after).utf8)
    let place = before.utf8.count..<before.utf8.count + text.utf8.count
    bytes.withUnsafeBytes { bytes in
      let alone = IPAddress.read(UnsafeRawBufferPointer(rebasing: bytes[place]))
      let read = memo.read(place, in: bytes)
      #expect(read?.address == alone?.address, "\(text)")
      #expect(read?.isCanonical == alone?.isCanonical, "\(text)")
    }
  }

  /// Spellings that share most of their bytes, valid ones and others.
  private func spellings(_ random: inout SystemRandomNumberGenerator) -> String {
    let octet = { (random: inout SystemRandomNumberGenerator) in
      ["1", "11", "111", "0", "255", "256", "01", ""].randomElement(using: &random) ?? ""
    }
    let group = { (random: inout SystemRandomNumberGenerator) in
      ["1", "a", "A", "00a", "abcd", "0", "", "12345"].randomElement(using: &random) ?? ""
    }
    if Bool.random(using: &random) {
      return (0..<4).map { _ in octet(&random) }.joined(separator: ".")
    }
    return (0..<Int.random(in: 2...8, using: &random)).map { _ in group(&random) }
      .joined(separator: ":")
  }

  @Test func `reads each spelling as it is read alone, whichever came before`() {
    var random = SystemRandomNumberGenerator()
    let memo = SpellingMemo()
    let some = (0..<300).map { _ in spellings(&random) }
    for _ in 0..<6000 {
      let text = some.randomElement(using: &random) ?? ""
      // What follows differs, and is none of the spelling.
      let after = String(repeating: "9", count: Int.random(in: 0...60, using: &random))
      expectSame(text, memo, before: "x", after: after)
    }
  }

  @Test(arguments: 1...45) func `looks at every byte of a spelling`(length: Int) {
    let memo = SpellingMemo()
    let texts = [
      "2001:0db8:0000:0000:0000:0000:255.255.255.255", "1111:2222:3333:4444:5555:6666:7777:8888",
      "111.222.111.222", "::ffff:111.222.111.222",
    ]
    for text in texts {
      let whole = String(text.prefix(length))
      let tail = String(repeating: " ", count: 48)
      expectSame(whole, memo, after: tail)
      for place in whole.indices {
        var other = whole
        other.replaceSubrange(place...place, with: whole[place] == "7" ? "3" : "7")
        expectSame(other, memo, after: tail)
        expectSame(whole, memo, after: tail)
      }
      // A shorter one that starts alike is another one.
      expectSame(String(whole.dropLast()), memo, after: tail)
    }
  }

  @Test func `where spellings do not recur, it rests and wakes again`() {
    let memo = SpellingMemo()
    for number in 0..<600_000 as Range<UInt32> {
      expectQuietly(IPAddress(ipv4: number &* 2_654_435_761), memo)
    }
    for number in 0..<400_000 as Range<UInt32> { expectQuietly(IPAddress(ipv4: number & 7), memo) }
    #expect(!memo.isResting)
  }

  private func expectQuietly(_ address: IPAddress, _ memo: SpellingMemo) {
    var bytes = [UInt8](repeating: 0x20, count: 64)
    let length = bytes.withUnsafeMutableBytes { address.writeText(to: $0) }
    let read = bytes.withUnsafeBytes { memo.read(0..<length, in: $0) }
    if read?.address != address || read?.isCanonical != true {
      Issue.record("\(address) was read as \(String(describing: read))")
    }
  }
}
