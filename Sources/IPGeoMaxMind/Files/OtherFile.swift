/// What a file is that was taken for a database.
public enum OtherFile: Hashable, Sendable {
  /// Nothing: it has no bytes.
  case empty
  /// A directory.
  case directory
  /// A pipe, a device or a socket.
  case noRegularFile
  /// A compressed file of that kind, as `gzip`.
  case compressed(String)
  /// A tar archive, as MaxMind's downloads are inside their gzip.
  case tar
  /// A page for a browser, or an error as XML: what a download answers in a database's place.
  case markup
  /// What git keeps in the place of a large file.
  case gitLFSPointer
  /// A database of the form before this one (GeoIP Legacy, up to 2019).
  case legacy
  /// Text, which starts like this; a CSV edition, or what a service said of a licence key.
  case text(start: String)
  /// None of these, or a database without its end: no metadata were found.
  case unknown
}

extension OtherFile: CustomStringConvertible {
  /// What it is and what to do.
  public var description: String {
    switch self {
    case .empty: "it is empty: fetch it again"
    case .directory: "it is a directory: name the .mmdb file in it"
    case .noRegularFile: "it is no regular file: write what it gives to a file first"
    case .compressed(let kind): "it is \(kind): unpack it first"
    case .tar: "it is a tar archive: unpack it and name the .mmdb file in it"
    case .markup: "it is HTML or XML: the download answered with a page; fetch it again"
    case .gitLFSPointer: "it is a git-lfs pointer: fetch the file itself with `git lfs pull`"
    case .legacy: "it is a GeoIP Legacy .dat file: fetch the GeoLite2 or GeoIP2 edition (.mmdb)"
    case .text(let start): "it is text that starts with \"\(start)\": name the .mmdb file"
    case .unknown: "it has no metadata: it is something else, or was cut short; fetch it again"
    }
  }
}

extension OtherFile {
  /// How many bytes of a file's start, and of its end, tell what it is.
  static let judgedLength = 1024

  /// What a file is by its first and its last bytes; `nil` where they tell nothing.
  static func judge(head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer) -> OtherFile? {
    if head.isEmpty { return .empty }
    if isTar(head) { return .tar }
    if let kind = packing(head) { return .compressed(kind) }
    if head.starts(with: "version https://git-lfs.github.com/spec/".utf8) { return .gitLFSPointer }
    if isMarkup(head) { return .markup }
    if isLegacy(tail) { return .legacy }
    return textStart(head).map { .text(start: $0) }
  }

  /// Whether it is a tar archive, by the checksum of its first header (POSIX ustar).
  static func isTar(_ head: UnsafeRawBufferPointer) -> Bool {
    guard head.count >= 512, head[257..<262].elementsEqual("ustar".utf8) else { return false }
    var told = 0
    for byte in head[148..<156] where 0x30...0x37 ~= byte { told = told &* 8 &+ Int(byte & 7) }
    var sum = 8 * 0x20
    for place in 0..<512 where !(148..<156).contains(place) { sum &+= Int(head[place]) }
    return told == sum
  }

  private static func packing(_ head: UnsafeRawBufferPointer) -> String? {
    let marks: [(String, [UInt8])] = [
      ("gzip", [0x1f, 0x8b]), ("zstd", [0x28, 0xb5, 0x2f, 0xfd]),
      ("xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]), ("bzip2", [0x42, 0x5a, 0x68]),
      ("a zip archive", [0x50, 0x4b, 0x03, 0x04]), ("lz4", [0x04, 0x22, 0x4d, 0x18]),
    ]
    return marks.first { head.starts(with: $0.1) }?.0
  }

  private static func isMarkup(_ head: UnsafeRawBufferPointer) -> Bool {
    var rest = head[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    rest = rest.drop { $0 == 0x20 || 0x09...0x0d ~= $0 }
    guard rest.first == 0x3c, let next = rest.dropFirst().first else { return false }
    return next == 0x21 || next == 0x3f || 0x61...0x7a ~= next | 0x20
  }

  /// Whether it ends as GeoIP Legacy does: three bytes of 255 within the last ones, then the type.
  private static func isLegacy(_ tail: UnsafeRawBufferPointer) -> Bool {
    let end = tail.suffix(23)
    for place in end.indices.dropLast(3).reversed() {
      guard tail[place] == 255, tail[place + 1] == 255, tail[place + 2] == 255 else { continue }
      let type = tail[place + 3]
      return 1...40 ~= (type >= 106 ? type - 105 : type)
    }
    return false
  }

  /// The first line of what is text all through, without what could move a cursor.
  private static func textStart(_ head: UnsafeRawBufferPointer) -> String? {
    let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7f || 0x09...0x0d ~= $0 }
    guard isText else { return nil }
    let line = head.prefix { $0 != 0x0a && $0 != 0x0d }.prefix(40)
    return String(decoding: line.map { 0x20...0x7e ~= $0 ? $0 : 0x3f }, as: UTF8.self)
  }
}
