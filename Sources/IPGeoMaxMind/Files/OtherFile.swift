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
  /// The same data, perhaps, in another form, as CSV, or a file of another vendor's own form.
  case otherForm(String)
  /// JSON, which starts like this: another edition, or what a service said of a licence key.
  case json(start: String)
  /// Text, which starts like this; mostly what a service said of a licence key.
  case text(start: String)
  /// A database without its end: it starts with a tree, and there are no metadata.
  case cutShort
  /// None of these: no metadata were found.
  case unknown
}

extension OtherFile: CustomStringConvertible {
  /// What it is and what to do.
  public var description: String {
    switch self {
    case .empty: "it is empty: fetch it again"
    case .directory: "it is a directory: name the .mmdb file in it"
    case .noRegularFile: "it is no regular file: write what it gives to a file first"
    case .compressed("gzip"):
      "it is gzip: unpack it first, a .tar.gz with `tar -xzf`, a .gz with `gunzip`"
    case .compressed(let kind): "it is \(kind): unpack it first"
    case .tar: "it is a tar archive: unpack it with `tar -xf`, and name the .mmdb file in it"
    case .markup: "it is HTML or XML: the download answered with a page; fetch it again"
    case .gitLFSPointer: "it is a git-lfs pointer: fetch the file itself with `git lfs pull`"
    case .legacy: "it is a GeoIP Legacy .dat file: fetch the GeoLite2 or GeoIP2 edition (.mmdb)"
    case .otherForm(let kind): "it is \(kind): fetch the .mmdb edition of the same data"
    case .json(let start):
      "it is JSON that starts with \"\(start)\": where the download failed, fetch it again, else "
        + "fetch the .mmdb edition"
    case .text(let start):
      "it is text that starts with \"\(start)\": where the download failed, fetch it again, else "
        + "name the .mmdb file"
    case .cutShort: "it starts as one and has no end: the download was cut short; fetch it again"
    case .unknown: "it has no metadata: it is something else, or was cut short; fetch it again"
    }
  }
}
