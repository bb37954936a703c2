import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

/// A field as `path type or type: records`.
private func lines(_ survey: DatabaseSurvey) -> [String] {
  survey.fields.map { field in
    "\(field.path) \(field.types.map(\.description).joined(separator: " or ")): \(field.records)"
  }
}

struct SurveyTests {
  /// Three records, of which two networks share one.
  private var writer: MaxMindWriter {
    var writer = MaxMindWriter()
    let names = MaxMindValue.map(["en": .string("Springfield"), "de": .string("Springfeld")])
    let city = MaxMindValue.map(["city": .map(["names": names]), "id": .uint16(1)])
    writer.insert("1.0.0.0/8", city)
    writer.insert("2.0.0.0/8", city)
    writer.insert("3.0.0.0/8", .map(["city": .map(["names": .map(["en": .string("A")])])]))
    writer.insert(
      "2001:218::/32",
      .map([
        "id": .string("x"), "list": .array([.map(["code": .string("a")]), .uint32(1), names]),
        "none": .array([]),
      ]))
    return writer
  }

  private let expected = [
    "city map: 2", "city.names map: 2", "city.names.de string: 1", "city.names.en string: 2",
    "id string or uint16: 2", "list array: 1", "list[] uint32 or map: 1", "list[].code string: 1",
    "list[].de string: 1", "list[].en string: 1", "none array: 1",
  ]

  @Test(arguments: [MaxMindWriter.Pointers.none, .least, .wide])
  func `tells every path, its types, and how many records have it`(
    pointers: MaxMindWriter.Pointers
  ) throws {
    var writer = writer
    writer.pointers = pointers
    let file = try ScratchFile(writer.bytes())
    for options in [ReaderOptions(), pagedOptions] {
      let survey = try MaxMindReader(path: file.path, options: options).survey()
      // Without pointers equal records are written again.
      #expect(survey.records == (pointers == .none ? 4 : 3) && survey.networks == 4)
      #expect(survey.hasAllFields)
      if pointers != .none { #expect(lines(survey) == expected) }
      #expect(
        survey.fields.map(\.path) == expected.map { $0.split(separator: " ")[0] }.map(String.init))
    }
  }

  @Test func `a record that is no map is a field without a name`() throws {
    var writer = MaxMindWriter()
    writer.insert("1.0.0.0/8", .string("a"))
    writer.insert("2.0.0.0/8", .map(["b": .boolean(true)]))
    #expect(lines(try reader(writer).survey()) == [" string or map: 2", "b boolean: 1"])
    writer = MaxMindWriter()
    writer.insert("1.0.0.0/8", .array([.double(1), .float(2)]))
    #expect(lines(try reader(writer).survey()) == [" array: 1", "[] double or float: 1"])
  }

  @Test func `fields beyond the limits are left out, and said to be`() throws {
    func survey(_ keys: [String]) throws -> DatabaseSurvey {
      var writer = MaxMindWriter()
      let members = keys.map { ($0, MaxMindValue.map(["a": .uint16(1)])) }
      writer.insert("1.0.0.0/8", .map(Dictionary(uniqueKeysWithValues: members)))
      return try reader(writer).survey()
    }
    let many = try survey((0..<700).map { "k\($0)" })
    #expect(many.fields.count == MaxMindLimits.fields && !many.hasAllFields)
    let full = try survey((0..<500).map { "k\($0)" })
    #expect(full.fields.count == MaxMindLimits.fields && full.hasAllFields)
    let longest = String(repeating: "x", count: MaxMindLimits.fieldKey)
    let long = try survey(["y", longest, longest + "x"])
    #expect(long.fields.map(\.keys) == [[longest], [longest, "a"], ["y"], ["y", "a"]])
    #expect(!long.hasAllFields)
  }

  @Test func `a fault ends it`() throws {
    var writer = writer
    writer.insert("9.0.0.0/8", raw: [0xe1, 0xa0, 0xa0])
    let reader = try reader(writer)
    let found = fault { _ = try reader.survey() }
    #expect(found?.cause == .keyNotText && found == fault { _ = try reader.verify() })
  }

  @Test(
    .enabled(if: Corpus.folder != nil, "../shared/data is not at hand"),
    arguments: Corpus.digests.map(\.name))
  func `has the fields of each record of MaxMind's files`(name: String) throws {
    let reader = try MaxMindReader(path: Corpus.path(name))
    let survey = try reader.survey()
    let verification = try reader.verify()
    #expect(survey.networks == verification.networks && survey.records == verification.records)
    var paths: [String: Int] = [:]
    var networks = reader.networks()
    var seen: Set<UInt32> = []
    while let next = try networks.next() {
      guard seen.insert(next.recordOffset).inserted else { continue }
      for path in Set(Self.paths(try reader.record(at: next.recordOffset), "")) {
        paths[path, default: 0] += 1
      }
    }
    let found = survey.fields.filter { !$0.keys.isEmpty }.map { ($0.path, $0.records) }
    #expect(Dictionary(uniqueKeysWithValues: found) == paths)
  }

  private static func paths(_ value: MaxMindValue, _ own: String) -> [String] {
    switch value {
    case .map(let members):
      members.flatMap { key, member in
        let path = own.isEmpty ? key : "\(own).\(key)"
        return [path] + paths(member, path)
      }
    case .array(let elements):
      elements.flatMap { [own + "[]"] + paths($0, own + "[]") }
    default: []
    }
  }
}
