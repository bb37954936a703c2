import Foundation
import IPGeoJSON
import IPGeoRecords
import Testing

@testable import IPGeoCommand

private func object(_ text: String) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

/// Every document of a version by the file that keeps it.
private let documents: [(name: String, text: String)] = SchemaName.allCases.flatMap { name in
  let schemas = name == .row ? RowSchema.allCases : [.ipgeo]
  return schemas.map { schema in
    let file = name == .row ? "row-\(schema.rawValue)" : name.rawValue
    return ("\(file).json", SchemaDocument.text(name, schema: schema, fields: nil))
  }
}

@Suite struct SchemaDocumentTests {
  /// With `IPGEO_RECORD_SNAPSHOTS` set, documents of another version are written anew.
  ///
  /// Read the difference. A file of a version that was never released may be removed before.
  @Test(arguments: documents)
  func `a version is one document for ever`(name: String, text: String) throws {
    let file = Repository.schemas.appending(path: name)
    let kept = try? String(contentsOf: file, encoding: .utf8)
    let version = try kept.map { try object($0)["version"] as? String }
    if Repository.recordsSnapshots, kept == nil || version != SchemaDocument.version {
      try Data(text.utf8).write(to: file)
      return
    }
    #expect(kept == text, "\(name): what changed, and SchemaDocument.version did not?")
  }

  @Test func `every document that is kept is made`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.schemas.path)
    #expect(Set(files.filter { $0.hasSuffix(".json") }) == Set(documents.map(\.name)))
  }

  @Test(arguments: SchemaName.allCases)
  func `names its draft, itself and its version`(name: SchemaName) throws {
    let document = try object(SchemaDocument.text(name, schema: .ipgeo, fields: nil))
    #expect(document["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let id = try #require(document["$id"] as? String)
    #expect(id.hasPrefix("urn:ipgeo:schema:\(name.rawValue):") && id.hasSuffix(":1.0"))
    #expect(document["version"] as? String == SchemaDocument.version)
    #expect(document["title"] != nil && document["description"] != nil)
  }

  @Test func `documents that differ have names that differ`() {
    var ids: Set<String> = []
    for schema in RowSchema.allCases {
      for fields in [nil, [Field.ip], [.ip, .city]] {
        let tree = SchemaDocument.tree(.row, schema: schema, fields: fields)
        if case .text(let id)? = tree["$id"] { ids.insert(id) }
      }
    }
    #expect(ids.count == 9)
  }

  @Test func `every exit code fits the schemas of summary and status`() throws {
    for code in ExitCode.allCases { #expect((0...255).contains(code.rawValue)) }
    for tree in [RunSummary.schema, RunStatus.schema] {
      #expect(tree["properties"]?["exit_code"]?["maximum"] == 255)
    }
  }

  @Test func `ipgeo schema prints what is named`() async throws {
    try await withBareScene { scene in
      for name in SchemaName.allCases {
        let result = await (try scene.start(["schema", name.rawValue])).result()
        #expect(result.end == .exit(0) && result.errors.isEmpty)
        #expect(result.text == SchemaDocument.text(name, schema: .ipgeo, fields: nil))
      }
      let chosen = await (try scene.start(["schema", "row", "--schema=ecs", "-f", "+hits,-zip"]))
        .result()
      let fields = try Field.parse(list: "+hits,-zip")
      #expect(chosen.text == SchemaDocument.text(.row, schema: .ecs, fields: fields))
    }
  }

  @Test(arguments: [
    (["schema"], "no schema is named: name one of row, failure, summary, status"),
    (["schema", ""], "no schema is named"), (["schema", "rows"], "there is no schema 'rows'"),
    (["schema", "row", "status"], "takes no 'status' there"),
    (["schema", "status", "--schema", "ecs"], "--schema and status do not go together"),
    (["schema", "failure", "-f", "ip"], "--fields and failure do not go together"),
    (["schema", "row", "-f", "nope"], "there is no field 'nope'"),
    (["schema", "row", "--schema", "ECS"], "known: ipgeo, ip-api, ecs"),
    (["batch", "--schema", "ecs", "--format", "table"], "do not go together"),
    (["lookup", "--schema", "ecs", "--format", "text", "8.8.8.8"], "do not go together"),
    (["lookup", "--schema", "ip-api", "--format=value", "-f", "ip", "8.8.8.8"], "go together"),
  ])
  func `what cannot be is a usage error`(arguments: [String], message: String) async throws {
    try await withBareScene { scene in
      let result = await (try scene.start(arguments)).result()
      #expect(result.end == .exit(64) && result.text.isEmpty)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }
}
