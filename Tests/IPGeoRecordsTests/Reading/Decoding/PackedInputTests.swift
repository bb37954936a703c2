import IPGeoByteStreams
import Testing

@testable import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Inputs that the system's own programs unpack; those that are absent are left out.
struct PackedInputTests {
  static let present = Packing.allCases.filter { ProgramStream.find($0.program) != nil }

  static func pack(_ bytes: [UInt8], _ packing: Packing) throws -> [UInt8] {
    let path = try #require(ProgramStream.find(packing.program))
    let stream = try bytes.withUnsafeBytes {
      try ProgramStream(path, ["-c"], head: $0, rest: try ByteSource(path: "/dev/null"))
    }
    var all: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = room.withUnsafeMutableBytes {
        read(stream.output.descriptor, $0.baseAddress, $0.count)
      }
      if count <= 0 { return all }
      all += room.prefix(count)
    }
  }

  static func list(_ count: Int) -> String {
    (0..<count).map { "9.\($0 >> 16 & 255).\($0 >> 8 & 255).\($0 & 255)\n" }.joined()
  }

  @Test(arguments: present)
  func `packed text is read as the text itself, from files and pipes`(_ packing: Packing) throws {
    for text in ["", "8.8.8.8", "# c\n\n8.8.8.8\r\nx\n", Self.list(3000), Self.list(30_000)] {
      let packed = try Self.pack(Array(text.utf8), packing)
      var plain = try read(text)
      plain.dialect?.packing = packing
      #expect(plain.dialect?.description == "list, \(packing.rawValue)")
      #expect(try read(packed).isSame(as: plain))
      // A pipe of a thread's own holds no more than so much.
      if packed.count < 30_000 {
        #expect(try Self.readPaused(packed, after: 12).isSame(as: plain))
        #expect(try read([packed]).isSame(as: plain))
      }
    }
  }

  @Test(arguments: present)
  func `several members are one text, and UTF-16 is text in them, too`(_ packing: Packing) throws {
    let both =
      try Self.pack(Array("1.1.1.1\n8.8".utf8), packing)
      + Self.pack(Array(".8.8\n".utf8), packing)
    #expect(try read(both).words == ["1.1.1.1", "8.8.8.8"])
    let wide = try read(Self.pack(utf16("8.8.8.8\r\n", isBigEndian: true), packing))
    #expect(wide.words == ["8.8.8.8"])
    #expect(wide.dialect?.description == "list, UTF-16BE, \(packing.rawValue)")
  }

  @Test(arguments: present)
  func `of damaged data the whole lines that came are records, and then it fails`(
    _ packing: Packing
  ) throws {
    let text = Self.list(200_000)
    let packed = try Self.pack(Array(text.utf8), packing)
    let lines = text.split(separator: "\n").map(String.init)
    let (words, error) = Self.readDamaged(Array(packed.prefix(packed.count / 2)))
    #expect(words.count < lines.count && words == Array(lines.prefix(words.count)))
    // xz and zstd hold blocks of any size back; the others give what there is.
    if packing == .gzip || packing == .bzip2 { #expect(words.count > 1000) }
    guard case .unpacking(let fault) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fault.packing == packing && fault.isDamage)
    #expect(fault.message.hasPrefix("damaged \(packing.rawValue) data, \(packing.program) ended"))
  }

  @Test(arguments: present)
  func `a flipped byte, a lost end and rubbish after the data are damage`(
    _ packing: Packing
  ) throws {
    let packed = try Self.pack(Array(Self.list(5000).utf8), packing)
    var flipped = packed
    flipped[packed.count / 2] ^= 0x55
    let damaged = [
      flipped, Array(packed.dropLast(3)), packed + Array("this is no packed data at all".utf8),
      Array(packed.prefix(packed.count / 3)) + Array(packed.suffix(packed.count / 3)),
    ]
    for (index, bytes) in damaged.enumerated() {
      // bzip2 takes rubbish after its data for nothing, as its manual says.
      if index == 2, packing == .bzip2 { continue }
      let (_, error) = Self.readDamaged(bytes)
      guard let error, error.isOfContent else {
        Issue.record("\(index): \(String(describing: error))")
        continue
      }
    }
  }

  @Test(arguments: present)
  func `what is packed twice, or no text inside, is refused by name`(_ packing: Packing) throws {
    let program = packing.program
    let twice = try Self.pack(Self.pack(Array("8.8.8.8\n".utf8), packing), packing)
    #expect(
      throws: InputError.notText(
        kind: "\(program) data in \(program) data", advice: "\(program) -dc FILE | ipgeo batch")
    ) { try read(twice) }
    let document = try Self.pack(Array("%PDF-1.7\n".utf8), packing)
    #expect(
      throws: InputError.notText(
        kind: "a PDF document in \(program) data",
        advice: "unpack it first: \(program) -dk FILE")
    ) { try read(document) }
    let archive = [UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8)
    #expect(
      throws: InputError.notText(
        kind: "a tar archive in \(program) data", advice: "tar -xOf FILE | ipgeo batch")
    ) { try read(Self.pack(archive, packing)) }
  }

  @Test(.enabled(if: present.contains(.zstd)))
  func `a zstd frame to be skipped may come first`() throws {
    let frame: [UInt8] = [0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let packed = try Self.pack(Array("8.8.8.8\n".utf8), .zstd)
    #expect(try read(frame + packed).words == ["8.8.8.8"])
  }

  @Test func `each kind of fault says what it is, whose it is, and what helps`() {
    func fault(_ cause: UnpackingError.Cause) -> UnpackingError {
      UnpackingError(packing: .xz, cause: cause)
    }
    let missing = fault(.noProgram)
    #expect(missing.message == "this is xz data, and there is no xz in PATH that could read it")
    #expect(missing.advice == "apt-get install xz-utils")
    #expect(!InputError.unpacking(missing).isOfContent)
    #expect(fault(.ended(.status(1))).advice == "xz -t FILE says more")
    #expect(InputError.unpacking(fault(.ended(.status(1)))).isOfContent)
    #expect(fault(.ended(.signal(9))).message == "xz was ended by signal 9")
    #expect(!InputError.unpacking(fault(.ended(.signal(9)))).isOfContent)
    #expect(!InputError.unpacking(fault(.ended(.lost))).isOfContent)
  }

  /// Reads bytes from a pipe, with a pause after the first few.
  static func readPaused(_ bytes: [UInt8], after count: Int) throws -> ReadResult {
    let feed = Feed()
    defer { close(feed.reading) }
    feed.send(bytes.prefix(count))
    var options = ReadingOptions()
    options.idleMilliseconds = 0
    let reader = ChunkReader(
      source: ByteSource(descriptor: feed.reading, name: "pipe"), options: options)
    var hasEnded = false
    func goOn() {
      if hasEnded { return }
      hasEnded = true
      feed.send(bytes.dropFirst(count))
      feed.end()
    }
    var result = ReadResult()
    while case .chunk(let chunk) = try reader.next(idle: goOn) { result.add(chunk) }
    (result.blankLines, result.comments) = (reader.blankLines, reader.comments)
    result.dialect = reader.dialect
    return result
  }

  /// Reads a file of these bytes until it fails.
  static func readDamaged(_ bytes: [UInt8]) -> (words: [String], error: InputError?) {
    let path = "/tmp/ipgeo-packed-\(UInt64.random(in: 0...UInt64.max))"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    unlink(path)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    lseek(descriptor, 0, SEEK_SET)
    let reader = ChunkReader(
      source: ByteSource(descriptor: descriptor, name: "file"), options: ReadingOptions())
    var result = ReadResult()
    do throws(InputError) {
      while case .chunk(let chunk) = try reader.next(idle: {}) { result.add(chunk) }
      return (result.words, nil)
    } catch {
      return (result.words, error)
    }
  }
}
