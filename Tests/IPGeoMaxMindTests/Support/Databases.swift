import Foundation
import IPGeoAddresses
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

/// The address of a text in a test.
func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

/// A reader of what a writer has written.
func reader(_ writer: MaxMindWriter) throws -> MaxMindReader {
  try MaxMindReader(bytes: writer.bytes())
}

/// A database with one record for all of IPv4, of bytes as they are.
func reader(raw bytes: [UInt8]) throws -> MaxMindReader {
  var writer = MaxMindWriter()
  writer.ipVersion = 4
  writer.insert("0.0.0.0/0", raw: bytes)
  return try reader(writer)
}

/// The record of that database.
func record(raw bytes: [UInt8]) throws -> MaxMindValue? {
  try reader(raw: bytes).lookUp(address("1.2.3.4")).record
}

/// A database of some networks of both kinds, each with a record that names it.
func sampleWriter(recordSize: Int = 28, ipVersion: Int = 6) -> MaxMindWriter {
  var writer = MaxMindWriter()
  writer.recordSize = recordSize
  writer.ipVersion = ipVersion
  let ipv4 = ["1.0.0.0/8", "1.2.3.0/24", "81.2.69.142/31", "81.2.69.144/28", "128.0.0.0/1"]
  let ipv6 = ["2001:218::/32", "2a02:d1c0::/29", "2c0f:fff0::/48", "fe80::1/128"]
  for network in ipVersion == 6 ? ipv4 + ipv6 : ipv4 {
    writer.insert(
      network,
      .map([
        "network": .string(network),
        "city": .map(["names": .map(["en": .string("Springfield"), "de": .string("Springfeld")])]),
        "location": .map(["latitude": .double(39.5), "accuracy_radius": .uint16(20)]),
        "subdivisions": .array([.map(["iso_code": .string("IL")])]),
      ]))
  }
  return writer
}

/// A file that lives as long as the test.
final class ScratchFile: Sendable {
  let path: String

  init(_ bytes: [UInt8]) throws {
    path = NSTemporaryDirectory() + "/ipgeo-maxmind-\(UUID().uuidString).mmdb"
    try Data(bytes).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes other bytes over those of the same file.
  func overwrite(_ bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }
}

/// Small bounds, so that a small file is read by pages.
let pagedOptions: ReaderOptions = {
  var options = ReaderOptions()
  options.wholeLimit = 0
  options.pageSize = 61
  options.pageCount = 5
  return options
}()

/// The kind of the error that `body` throws.
func kind(_ body: () throws -> Void) -> MaxMindError.Kind? {
  do { try body() } catch { return (error as? MaxMindError)?.kind }
  return nil
}

/// The fault that `body` throws.
func fault(_ body: () throws -> Void) -> MaxMindFault? {
  if case .damaged(let fault) = kind(body) { fault } else { nil }
}
