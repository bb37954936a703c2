/// A path cut into the folder and the last name; no normalising, as `..` may follow a link.
struct PathParts {
  /// The folder with its slash; empty for the current one.
  var folder: String
  var name: String

  init(_ path: String) {
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      let after = path.utf8.index(after: slash)
      folder = String(path[..<after])
      name = String(path[after...])
    } else {
      folder = ""
      name = path
    }
  }

  /// The folder as a path to open.
  var openableFolder: String { folder.isEmpty ? "." : folder }

  /// A path in the same folder: `prefix`, the name, `suffix`; the name is cut to what fits.
  func sibling(prefix: String = "", suffix: String) -> String {
    // Most file systems take names of 255 bytes.
    let room = max(0, 255 - prefix.utf8.count - suffix.utf8.count)
    var kept = Substring(name)
    while kept.utf8.count > room { kept.unicodeScalars.removeLast() }
    return folder + prefix + kept + suffix
  }
}

/// The place that a file takes when it is written: its folder, and its name in it.
///
/// Equal values are one place, however it is spelt and whether or not a file stands there yet.
public struct FilePlace: Hashable, Sendable {
  private let folder: FileIdentity
  private let name: String

  /// The place that `path` leads to, links followed; `nil` for a device or descriptor, and where no
  /// file can be written.
  public init?(_ path: String) {
    guard case .file(let target, _) = try? OutputPlace(following: path) else { return nil }
    let parts = PathParts(target)
    guard let folder = FileIdentity.of(path: parts.openableFolder) else { return nil }
    self.folder = folder
    name = parts.name
  }
}

/// Where a path to be written to leads.
enum OutputPlace {
  /// A descriptor of this process, as `/dev/stdout` and `/dev/fd/3` name it.
  case descriptor(Int32)
  /// A FIFO, terminal or other device.
  case device
  /// A regular file that exists, or a name that is free; links are followed.
  case file(path: String, replaced: FileFacts?)

  init(following path: String) throws(SystemError) {
    var path = path
    for _ in 0..<40 {
      if let number = Self.descriptorNumber(path) {
        self = .descriptor(number)
        return
      }
      guard let target = try System.linkTarget(path) else {
        self = try Self.end(path)
        return
      }
      // The links of /proc lead to things without a name, which a new name cannot replace.
      if let facts = try? System.facts(path: path), facts.kind != .regular {
        self = try Self.end(path)
        return
      }
      path = target.utf8.first == UInt8(ascii: "/") ? target : PathParts(path).folder + target
    }
    throw SystemError(code: System.tooManyLinks, operation: "write", path: path)
  }

  private static func end(_ path: String) throws(SystemError) -> OutputPlace {
    let facts: FileFacts
    do throws(SystemError) {
      facts = try System.facts(path: path)
    } catch  where error.code == System.notFound && !PathParts(path).name.isEmpty {
      return .file(path: path, replaced: nil)
    } catch {
      throw SystemError(code: error.code, operation: "write", path: path)
    }
    switch facts.kind {
    case .regular:
      try System.checkWritable(path)
      return .file(path: path, replaced: facts)
    case .directory: throw SystemError(code: System.isDirectory, operation: "write", path: path)
    case .pipe, .socket, .other: return .device
    }
  }

  private static func descriptorNumber(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    let folders = ["/dev/fd/", "/proc/self/fd/", "/proc/\(System.processID)/fd/"]
    for folder in folders where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }
}
