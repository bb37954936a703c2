#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension DatabaseFile {
  /// How much of a file is looked through for our mark: the schema stands in its first page.
  private static let headLength = 65_536

  /// Whether a file that is no database was one of ours, rather than somebody else's.
  ///
  /// It is named as databases are, or still holds our schema, or begins with nothing but zeros, as
  /// files do that a power cut caught. Any other was named by mistake: a list, a MaxMind file.
  var isDamagedRatherThanForeign: Bool {
    let head = FileSystem.head(path, Self.headLength)
    if head.prefix(512).allSatisfy({ $0 == 0 }) { return true }
    if Self.contains(head, Array(identity.mark.utf8)) { return true }
    return [".db", ".sqlite", ".sqlite3"].contains { path.hasSuffix($0) }
  }

  private static func contains(_ bytes: [UInt8], _ mark: [UInt8]) -> Bool {
    guard let first = mark.first, bytes.count >= mark.count else { return false }
    return (0...(bytes.count - mark.count)).contains { start in
      bytes[start] == first && bytes[start..<(start + mark.count)].elementsEqual(mark)
    }
  }

  /// Gives a damaged file another name, with its log, so that a new one can take its place.
  ///
  /// - Parameter file: Which file was found damaged. Where the path names another by now, somebody
  ///   else has set it aside already.
  /// - Returns: The file's new name; nil when somebody else was quicker.
  /// - Throws: `unusable` when the file cannot be renamed.
  func setAside(_ file: FileSystem.Identity) throws(StoreError) -> String? {
    let result = FileSystem.withFolderLock(FileSystem.folder(of: path)) {
      () -> Result<String?, StoreError> in
      guard FileSystem.facts(path)?.identity == file else { return .success(nil) }
      let aside = freeName()
      if !keepsMode { FileSystem.makePrivate(path) }
      // The log first: a new file must never meet an old one's.
      rename(path + "-wal", aside + "-wal")
      guard rename(path, aside) == 0 else {
        return .failure(.unusable(path: path, why: FileSystem.message(errno)))
      }
      unlink(path + "-shm")
      unlink(path + "-journal")
      return .success(aside)
    }
    return try result.get()
  }

  private func freeName() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    let stamp = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let name = "\(path).corrupt-\(stamp)"
    if FileSystem.facts(name) == nil { return name }
    var number = 2
    while FileSystem.facts("\(name)-\(number)") != nil { number += 1 }
    return "\(name)-\(number)"
  }
}
