internal import IPGeoByteStreams
internal import IPGeoMaps

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The file that a map is written to; made before anything is asked, so that it is found out then
/// where that cannot be done.
final class LookupMapFile: Sendable {
  private let format: MapFileFormat
  private let file: ReplacedFile
  /// The file's name, as it is told and opened.
  let path: String

  /// Makes a file of the caller's name, or one of a random name in the folder for temporary files.
  init(_ target: MapTarget?, environment: [String: String]) throws(CommandFault) {
    path = target?.path ?? Self.temporary(environment)
    format = target?.format ?? .html
    do throws(SystemError) {
      file = try ReplacedFile(path: path)
    } catch {
      throw CommandFault(.cannotCreate, error.description)
    }
    // A page with one's own addresses in it is nobody else's business.
    if target == nil { _ = fchmod(file.descriptor, 0o600) }
  }

  private static func temporary(_ environment: [String: String]) -> String {
    var folder = environment["TMPDIR"] ?? ""
    if !folder.hasPrefix("/") { folder = "/tmp" }
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(folder)/ipgeo-lookup-\(name).html"
  }

  /// Writes the map, and gives the file its name.
  func write(_ picture: MapPicture, withAddresses: Bool) throws(SystemError) {
    var buffer = ByteBuffer()
    MapFile.append(picture, as: format, withAddresses: withAddresses, to: &buffer)
    let sink = ByteSink(descriptor: file.descriptor, name: path, closeOnEnd: false)
    try sink.append(buffer)
    try sink.flush()
    try file.commit()
  }

  /// Leaves nothing behind, in a process that ends at once, too.
  func abandon() { file.abandon(leavingPartial: false) }
}
