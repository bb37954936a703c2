import Foundation
import IPGeoAddresses
import IPGeoCore
import IPGeoJSON
import Testing

@testable import IPGeoRecords

/// The repository's `fixtures/schemas`.
private let fixtures = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "fixtures/schemas")

/// The properties on the way to a member, the last one its own.
private func property(_ path: [String], in schema: JSONTree) -> JSONTree? {
  path.reduce(schema) { $0?["properties"]?[$1] }
}

private func names(_ schema: JSONTree?) -> [String] {
  guard case .object(let members)? = schema?["properties"] else { return [] }
  return members.map(\.name)
}

@Suite struct RowDocumentTests {
  @Test func `every column stands in the schema of rows`() {
    #expect(names(RowSchema.ipgeo.document(of: nil)) == Field.allCases.map(\.name))
    for schema in RowSchema.allCases {
      let document = schema.document(of: nil)
      for column in schema.columns(of: Field.allCases, format: .jsonl) {
        let found = property(column.path, in: document)
        #expect(found?["description"] != nil, "\(schema) \(column.name)")
      }
    }
  }

  @Test(arguments: RowSchema.allCases)
  func `objects take no other members`(schema: RowSchema) {
    let document = schema.document(of: nil)
    var seen = 0
    func check(_ tree: JSONTree) {
      if tree["properties"] != nil, tree["type"] != nil {
        #expect(tree["additionalProperties"] == false)
        seen += 1
      }
      if case .object(let members)? = tree["properties"] {
        for member in members { check(member.value) }
      }
    }
    check(document)
    #expect(seen >= (schema == .ecs ? 8 : 1))
  }

  @Test func `every status and every reason stands in it`() throws {
    let document = RowSchema.ipgeo.document(of: nil)
    #expect(
      property(["status"], in: document)?["enum"]
        == .list(Status.allCases.map { .text($0.word) }))
    guard case .list(let words)? = property(["reason"], in: document)?["enum"] else {
      Issue.record("there are no reasons")
      return
    }
    for reason in Reason.allCases { #expect(words.contains(.text(reason.rawValue))) }
    for block in SpecialBlock.all { #expect(words.contains(.text(block.name))) }
    #expect(Set(words).count == words.count && words.contains(.null))
  }

  @Test func `no reason is of two statuses, so that it tells which`() {
    #expect(Set(Status.reasonWords).count == Status.reasonWords.count)
  }

  @Test(arguments: RowSchema.allCases)
  func `where there are no rules there is no list of them, which must not be empty`(
    schema: RowSchema
  ) {
    for first in Field.allCases {
      for fields in [[first], [first, .country]] {
        #expect(schema.document(of: fields)["allOf"] != [], "\(fields)")
      }
    }
    #expect(schema.document(of: [.status, .reason])["allOf"] != nil)
  }

  @Test(arguments: RowSchema.allCases)
  func `chosen fields must be there, and no others may`(schema: RowSchema) {
    let document = schema.document(of: [.latitude, .ip])
    let required: JSONTree =
      switch schema {
      case .ipgeo: ["lat", "ip"]
      case .ipAPI: ["lat", "query"]
      case .ecs: ["ecs", "source"]
      }
    #expect(document["required"] == required)
    #expect(names(document).count == 2)
    #expect(schema.document(of: nil)["required"] == (schema == .ecs ? ["ecs"] : nil))
  }

  @Test func `the names of ecs are its own, or stand in ipgeo`() throws {
    let text = try String(
      contentsOf: fixtures.appending(path: "ecs-\(RowSchema.ecsVersion).txt"), encoding: .utf8)
    let known = Dictionary(
      uniqueKeysWithValues: text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0], words[1])
      })
    let types: [String: Set<String>] = [
      "keyword": ["string"], "ip": ["string"], "long": ["integer"], "geo_point": ["object"],
    ]
    let document = RowSchema.ecs.document(of: nil)
    for column in RowSchema.ecs.columns(of: Field.allCases, format: .jsonl)
    where column.path.first != "ipgeo" {
      let type = try #require(known[column.name], "\(column.name) is no field of ECS")
      guard case .list(let words)? = property(column.path, in: document)?["type"] else { continue }
      let told = words.compactMap { if case .text(let word) = $0 { word } else { nil } }
      #expect(types[type]?.union(["null"]).isSuperset(of: told) == true, "\(column.name)")
    }
    for name in ["source.ip", "source.geo.location", "source.as.number"] {
      #expect(known[name] != nil)
    }
  }

  @Test(arguments: [
    ("8.8.8.0/24", true), ("0.0.0.0/0", true), ("255.255.255.255/32", true), ("::/0", true),
    ("2001:db8::/32", true), ("1:2:3:4:5:6:7:8/128", true), ("fe80::1:0:0:1/128", true),
    ("::1/128", true), ("a:b:c:d:e:f::/96", true), ("1::2:3:4:5:6/128", true),
    ("::::/999", false), ("8.8.8.0/33", false), ("8.8.8.256/32", false), ("8.8.8.0", false),
    ("08.8.8.0/24", false), ("2001:db8::/129", false), ("1::2::3/64", false), (":::/8", false),
    ("1:2:3/48", false), ("1:2:3:4:5:6:7:8:9/64", false), ("02::/16", false), ("A::/16", false),
    ("8.8.8.0/024", false), ("8.8.8.0/24\n8.8.8.0/24", false), ("", false), ("12345::/16", false),
  ])
  func `a network is one of either family`(text: String, isNetwork: Bool) throws {
    let document = RowSchema.ipgeo.document(of: nil)
    guard case .list(let ways)? = property(["network"], in: document)?["anyOf"] else {
      Issue.record("there are no two families")
      return
    }
    let patterns = ways.compactMap { way -> String? in
      if case .text(let pattern)? = way["pattern"] { pattern } else { nil }
    }
    try #require(patterns.count == 2)
    let fitting = try patterns.filter { try Regex($0).firstMatch(in: text) != nil }
    #expect(!fitting.isEmpty == isNetwork)
    // What is refused here is not what is written either.
    if isNetwork { #expect(AddressPrefix(text)?.description == text) }
  }

  @Test func `a failure record's schema names the reasons of its two statuses`() {
    let schema = FailureRecord.schema
    #expect(
      names(schema) == [
        "ip", "text", "status", "reason", "message", "retryable", "attempts", "http_status",
        "records", "file", "line", "at",
      ])
    #expect(property(["status"], in: schema)?["enum"] == ["invalid", "failed"])
    let reasons = Reason.allCases.filter { $0.status == .invalid || $0.status == .failed }
    #expect(property(["reason"], in: schema)?["enum"] == .list(reasons.map { .text($0.rawValue) }))
  }
}
