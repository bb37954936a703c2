import Foundation
import IPGeoByteStreams
import IPGeoJSON
import Testing

@testable import IPGeoRecords

/// However JSON lines come, and whatever they are, each is found once and judged as others judge.
struct JSONLinesSplitTests {
  static let inputs: [[UInt8]] = [
    Array("{\"ip\":\"8.8.8.8\"}\n{\"ip\":\"1.1.1.1\"}\n".utf8),
    Array("{\"ip\":\"8.8.8.8\"}\r\n\r\n{\"ip\":\"1.1.1.1\"}\r\n".utf8),
    Array("{\"ip\":\"8.8.8.8\"}\r\r{\"ip\":\"1.1.1.1\"}\r{}".utf8),
    Array(
      "{\"ip\":\"8.8.8.8\"}\r\n{\"ip\":\"1\\x2e1.1.1\"}\r\r\n{\"ip\":[\"\\u0038\",\"9\"]}\r".utf8),
    [0xef, 0xbb, 0xbf] + Array("{\"ip\":\"\\x38.8.8.8\"}\n{\"ip\":\"ü\"}\nx\n{\"ip\":".utf8),
    Array("{\"ip\":\"8.8.8.8\",\"a\":\"\(String(repeating: "y", count: 90))\"}\r\n{}\r".utf8),
  ]

  @Test(arguments: inputs) func `cut anywhere`(_ input: [UInt8]) throws {
    func change(_ options: inout ReadingOptions) { options.maximumLine = 90 }
    let whole = try readJSONLines(input, field: "ip", change)
    let single = try readJSONLines(pieces: input.map { [$0] }, field: "ip", change)
    #expect(single == whole)
    for cut in 0...input.count {
      let pieces = [Array(input[..<cut]), Array(input[cut...])]
      let split = try readJSONLines(pieces: pieces, field: "ip", change)
      #expect(split == whole, "cut at \(cut)")
    }
  }

  @Test func `random texts of the kind, in random pieces`() throws {
    let parts = [
      "{\"ip\":\"8.8.8.8\"}", "{\"ip\":\"\\u0038\"}", "{\"ip\":[\"1\",\"2\"]}",
      "{\"ip\":\"\\x38\"}",
      "\r", "\n", "\r\n", " ", "\0", "{", "}", "ü", "{\"geo\":1}", "\u{feff}",
    ]
    var random = Seeded(state: 11)
    for _ in 0..<300 {
      let count = Int.random(in: 0...40, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let input = Array(("{\"ip\":\"1.1.1.1\"}\n" + text).utf8)
      func change(_ options: inout ReadingOptions) {
        options.maximumLine = 40
        options.chunkSize = 64
      }
      let whole = try readJSONLines(input, format: .jsonl, field: "ip") { $0.maximumLine = 40 }
      var pieces: [[UInt8]] = []
      var rest = input[...]
      while !rest.isEmpty {
        let length = Int.random(in: 1...30, using: &random)
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      let split = try readJSONLines(pieces: pieces, format: .jsonl, field: "ip", change)
      #expect(split == whole, "\(pieces)")
    }
  }

  @Test func `random objects: their members pass as they stand, and the address is Foundation's`()
    throws
  {
    var random = Seeded(state: 12)
    for _ in 0..<40 {
      let lines = (0..<50).map { _ in randomObject(&random) }
      let text = "{\"ip\":\"9.9.9.9\"}\n" + lines.joined(separator: "\n")
      let result = try readJSONLines(text, field: "ip")
      #expect(result.records.dropFirst().map(\.whole) == lines)
      for (record, line) in zip(result.records.dropFirst(), lines) {
        let object = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(record.passage == .members(isEmpty: object.isEmpty, nestNumber: nest(object)))
        switch object["ip"] {
        case let text as String: #expect(record.text == text)
        case nil, is NSNull: #expect(record.word == "field-missing")
        default: #expect(record.word == "wrong-type")
        }
      }
    }
  }

  private func nest(_ object: [String: Any]) -> UInt32 {
    if object["geo"] == nil { return 1 }
    return UInt32((2...).first { object["geo_\($0)"] == nil } ?? 0)
  }

  private func randomObject(_ random: inout Seeded) -> String {
    let names = ["ip", "\\u0069p", "geo", "geo_2", "g\\u0065o", "geo_3", "a", "ü", "\\n", ""]
    let values = [
      "\"8.8.8.8\"", "\"\\u0031.1.1.1\"", "null", "17", "{\"ip\":\"1.1.1.1\"}", "true", "{}",
      "\"é\\t\"", "-0.5e-3", "[[],{}]",
    ]
    // A name may come twice, and Foundation takes the last one as well.
    let members = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      let name = names.randomElement(using: &random) ?? ""
      // Whatever is in it, no array of Foundation's is to be told from one of texts.
      let value = values.randomElement(using: &random) ?? "1"
      let blank = ["", " ", "\t"].randomElement(using: &random) ?? ""
      return "\"\(name)\"\(blank):\(blank)\(value)"
    }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
