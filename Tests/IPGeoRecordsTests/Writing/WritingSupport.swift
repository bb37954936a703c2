import Foundation
import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoJSON
import IPGeoRecords

/// A splitmix64 generator: the same run of numbers on every machine.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// The record's side of a row, owned.
struct TestRecord {
  var text: [UInt8]
  var hits: UInt64 = 1
  var file = ""
  var line = 0
  var port: UInt16?
  var whole: [UInt8] = []
  var lineEnd = LineEnd.feed
  var passage = Passage.nothing

  init(_ text: String) { self.text = Array(text.utf8) }
  init(bytes: [UInt8]) { text = bytes }
}

/// What `body` appends to an empty buffer.
func appended(_ body: (inout ByteBuffer) -> Void) -> [UInt8] {
  var buffer = ByteBuffer(capacity: 16)
  body(&buffer)
  return Array(buffer.bytes)
}

/// One row, by both ways to hand over the segments, which must agree.
func row(_ renderer: RowRenderer, _ record: TestRecord, _ facts: AnswerFacts) -> [UInt8] {
  var segments = ByteBuffer(capacity: 16)
  let prepared = renderer.prepare(facts, into: &segments)
  return withFacts(of: record) { facts in
    let one = appended {
      renderer.appendRow(facts, segments: segments.bytes, row: prepared, to: &$0)
    }
    let lengths = (0..<renderer.segmentCount).map { prepared.lengths[$0] }
    let other = lengths.withUnsafeBufferPointer { lengths in
      appended {
        renderer.appendRow(facts, segments: segments.bytes, lengths: lengths, to: &$0)
      }
    }
    return one == other && prepared.total == segments.count ? one : Array("differ".utf8)
  }
}

private func withFacts(of record: TestRecord, _ body: (RecordFacts) -> [UInt8]) -> [UInt8] {
  let file = Array(record.file.utf8)
  return record.text.withUnsafeBytes { text in
    file.withUnsafeBytes { file in
      record.whole.withUnsafeBytes { whole in
        body(
          RecordFacts(
            text: text, hits: record.hits, file: file, line: record.line, port: record.port,
            whole: whole, lineEnd: record.lineEnd, passage: record.passage))
      }
    }
  }
}

func rowText(_ renderer: RowRenderer, _ record: TestRecord, _ facts: AnswerFacts) -> String {
  String(decoding: row(renderer, record, facts), as: UTF8.self)
}

/// Reads CSV as RFC 4180 has it and nothing else; `nil` where it is no such text.
func readSeparated(_ bytes: [UInt8], delimiter: UInt8) -> [[[UInt8]]]? {
  var rows: [[[UInt8]]] = []
  var cells: [[UInt8]] = []
  var at = 0
  while at < bytes.count {
    var cell: [UInt8] = []
    if bytes[at] == 0x22 {
      at += 1
      while true {
        guard at < bytes.count else { return nil }
        if bytes[at] == 0x22 {
          at += 1
          guard at < bytes.count, bytes[at] == 0x22 else { break }
        }
        cell.append(bytes[at])
        at += 1
      }
    } else {
      while at < bytes.count, bytes[at] != delimiter, bytes[at] != 0x0A {
        if bytes[at] == 0x22 || bytes[at] == 0x0D { return nil }
        cell.append(bytes[at])
        at += 1
      }
    }
    guard at < bytes.count, bytes[at] == delimiter || bytes[at] == 0x0A else { return nil }
    cells.append(cell)
    if bytes[at] == 0x0A {
      rows.append(cells)
      cells = []
    }
    at += 1
  }
  return cells.isEmpty ? rows : nil
}

/// What a Python program writes on standard output, given a file; `nil` where there is no Python.
func python(_ program: String, input: [UInt8]) throws -> Data? {
  let probe = Process()
  probe.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  probe.arguments = ["python3", "-c", ""]
  probe.standardError = FileHandle.nullDevice
  guard (try? probe.run()) != nil else { return nil }
  probe.waitUntilExit()
  guard probe.terminationStatus == 0 else { return nil }

  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("ipgeo-rows-\(UUID().uuidString)")
  try Data(input).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", program, file.path]
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return process.terminationStatus == 0 ? data : Data()
}

/// A location of which everything is known.
func fullLocation() -> Location {
  var location = Location()
  location.continent = "North America"
  location.continentCode = "NA"
  location.country = "United States"
  location.countryCode = "US"
  location.region = "California"
  location.regionCode = "CA"
  location.city = "Mountain View"
  location.district = "North, \"Bay\""
  location.zip = "94043"
  location.latitude = 37.422
  location.longitude = -122.084
  location.timezone = "America/Los_Angeles"
  location.utcOffset = -28800
  location.currency = "USD"
  location.isp = "Example, Inc."
  location.organization = "A \"B\" C"
  location.asn = 64500
  location.asOrganization = "Example Org"
  location.asName = "EXAMPLE"
  location.reverse = "dns.example"
  location.isMobile = false
  location.isProxy = true
  location.isHosting = true
  return location
}

/// 2026-11-30T02:03:04Z.
let testInstant: Int64 = 1_796_004_184

func facts(located location: Location) -> AnswerFacts {
  AnswerFacts(
    .located(location), address: IPAddress(ipv4: 0x0808_0808), source: "ip-api",
    askedAt: testInstant)
}
