internal import IPGeoJSON

/// Files that are no text, known by their first bytes.
struct BinaryKind {
  /// What to call it.
  var name: String
  /// What helps.
  var advice: String
  /// How it is packed, where a program of the system's is asked to unpack it.
  var packing: Packing?

  /// What these first bytes of an input belong to; `nil` for what may be text.
  ///
  /// NULs say nothing: they stand in text files after a crash, and in UTF-16.
  static func of(_ head: UnsafeRawBufferPointer) -> BinaryKind? {
    if let sheet = spreadsheet(head) { return sheet }
    if let found = signatures.first(where: { $0.matches(head) }) {
      return BinaryKind(name: found.name, advice: found.advice, packing: found.packing)
    }
    if isMostlyControl(head) {
      return BinaryKind(name: "binary data", advice: "give text: a list, a log, CSV or JSON lines")
    }
    return nil
  }

  /// A spreadsheet is a zip archive whose first files' names tell it.
  private static func spreadsheet(_ head: UnsafeRawBufferPointer) -> BinaryKind? {
    guard head.starts(with: ascii("PK") + [3, 4]) else { return nil }
    let start = String(decoding: head, as: UTF8.self)
    if start.contains("vnd.oasis.opendocument.spreadsheet") {
      return BinaryKind(
        name: "an OpenDocument spreadsheet",
        advice: "save it as CSV: soffice --headless --convert-to csv FILE")
    }
    guard start.contains("[Content_Types].xml") || start.contains("xl/") else { return nil }
    return BinaryKind(name: "an Excel workbook", advice: "xlsx2csv FILE | ipgeo batch")
  }

  private static let parquet =
    "python3 -c 'import pandas, sys; pandas.read_parquet(sys.argv[1]).to_csv(sys.stdout, "
    + "index=False)' FILE | ipgeo batch"

  private struct Signature {
    var offset = 0
    var bytes: [UInt8]
    var name: String
    var advice: String
    var packing: Packing?

    func matches(_ head: UnsafeRawBufferPointer) -> Bool {
      head.count >= offset + bytes.count
        && head[offset..<(offset + bytes.count)].elementsEqual(bytes)
    }
  }

  private static func packed(_ bytes: [UInt8], _ name: String, _ command: String) -> Signature {
    Signature(bytes: bytes, name: name, advice: "\(command) FILE | ipgeo batch")
  }

  private static func packed(
    _ bytes: [UInt8], _ packing: Packing, at offset: Int = 0
  ) -> Signature {
    Signature(
      offset: offset, bytes: bytes, name: packing.dataName,
      advice: "\(packing.program) -dc FILE | ipgeo batch", packing: packing)
  }

  private static func other(
    _ bytes: [UInt8], _ name: String,
    _ advice: String = "give text: a list, a log, CSV or JSON lines", at offset: Int = 0
  ) -> Signature {
    Signature(offset: offset, bytes: bytes, name: name, advice: advice)
  }

  /// What came out of packed data; nothing is unpacked twice.
  func inside(_ outer: Packing) -> BinaryKind {
    var kind = BinaryKind(name: "\(name) in \(outer.dataName)", advice: advice)
    if packing != nil {
      kind.advice = "\(outer.program) -dc FILE | ipgeo batch"
    } else if advice.hasPrefix("tar ") {
      // tar unpacks by itself.
    } else if advice.contains("FILE") {
      kind.advice = "unpack it first: \(outer.program) -dk FILE"
    }
    return kind
  }

  private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A frame to be skipped, with which `pzstd` and others begin.
  private static let skippableFrames = (UInt8(0x50)...0x5f).map {
    packed([$0, 0x2a, 0x4d, 0x18], .zstd)
  }

  private static let signatures: [Signature] =
    skippableFrames + [
      packed([0x1f, 0x8b], .gzip),
      packed([0x1f, 0x9d], "compress data", "gzip -dc"),
      packed([0x28, 0xb5, 0x2f, 0xfd], .zstd),
      packed([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], .xz),
      packed([0x04, 0x22, 0x4d, 0x18], "lz4 data", "lz4 -dc"),
      // `BZh` and a digit may start a text; what follows them does not.
      packed([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], .bzip2, at: 4),
      packed([0x17, 0x72, 0x45, 0x38, 0x50, 0x90], .bzip2, at: 4),
      packed([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "a 7-Zip archive", "7z x -so"),
      other(ascii("Rar!") + [0x1a, 0x07], "a RAR archive", "unpack it first"),
      other([0x50, 0x4b, 0x03, 0x04], "a zip archive", "unzip -p FILE | ipgeo batch"),
      other([0x50, 0x4b, 0x05, 0x06], "an empty zip archive", "unpack it first"),
      other(
        [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], "an Office document", "save it as CSV"),
      other(ascii("ustar"), "a tar archive", "tar -xOf FILE | ipgeo batch", at: 257),
      other(ascii("%PDF-"), "a PDF document", "pdftotext FILE - | ipgeo batch"),
      other([0x89] + ascii("PNG"), "a PNG image"),
      other([0xff, 0xd8, 0xff], "a JPEG image"),
      other(ascii("GIF87a"), "a GIF image"),
      other(ascii("GIF89a"), "a GIF image"),
      other([0x7f] + ascii("ELF"), "an ELF program"),
      other(
        ascii("SQLite format 3") + [0], "an SQLite database",
        "sqlite3 FILE 'SELECT …' | ipgeo batch"),
      other(ascii("PAR1"), "a Parquet file", parquet),
      other(
        [0xd4, 0xc3, 0xb2, 0xa1], "a packet capture",
        "tshark -r FILE -T fields -e ip.src | ipgeo batch"),
      other(
        [0xa1, 0xb2, 0xc3, 0xd4], "a packet capture",
        "tshark -r FILE -T fields -e ip.src | ipgeo batch"),
      other(
        [0x0a, 0x0d, 0x0d, 0x0a], "a packet capture",
        "tshark -r FILE -T fields -e ip.src | ipgeo batch"),
      other(ascii("LPKSHHRH"), "a systemd journal", "journalctl --file FILE | ipgeo batch"),
      other([0xff, 0xfe, 0, 0], "UTF-32 text", "iconv -f UTF-32 -t UTF-8 FILE | ipgeo batch"),
      other([0, 0, 0xfe, 0xff], "UTF-32 text", "iconv -f UTF-32 -t UTF-8 FILE | ipgeo batch"),
    ]

  /// Whether control bytes are too many for text.
  ///
  /// Bytes at random hold a tenth of them and are not UTF-8; text with control bytes between its
  /// fields may hold as many, and is.
  private static func isMostlyControl(_ head: UnsafeRawBufferPointer) -> Bool {
    let count = head.count { byte in
      switch byte {
      case 0, 0x08...0x0d, 0x1b: false
      default: byte < 0x20 || byte == 0x7f
      }
    }
    guard count >= 8 else { return false }
    if count > head.count / 3 { return true }
    return count > head.count / 16 && !isUTF8(head)
  }

  private static func isUTF8(_ head: UnsafeRawBufferPointer) -> Bool {
    // The last scalar may be cut in two.
    (0...min(3, head.count)).contains {
      UTF8Text.isValid(UnsafeRawBufferPointer(rebasing: head.dropLast($0)))
    }
  }
}
