import Foundation
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

struct LargeFileTests {
  /// A file of 4.8 GB, nearly all of it a hole, whose data lie beyond what 32 bits can count.
  @Test func `offsets beyond 4 GiB are right`() throws {
    let nodes = 600_000_000
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.recordSize = 32
    writer.metadata["node_count"] = .uint32(UInt32(nodes))
    writer.padding = 3
    writer.insert("0.0.0.0/1", .map(["name": .string("half")]))
    let small = writer.bytes()
    // The tree has one node, and separator, data and metadata are moved behind the hole.
    let root = bigEndian(UInt32(nodes + 16 + 3), 4) + bigEndian(UInt32(nodes), 4)
    let file = try ScratchFile(root)
    let handle = try FileHandle(forWritingTo: URL(filePath: file.path))
    try handle.seek(toOffset: UInt64(nodes * 8))
    try handle.write(contentsOf: Data(small[8...]))
    try handle.close()

    let reader = try MaxMindReader(path: file.path)
    #expect(reader.fileSize == nodes * 8 + small.count - 8)
    #expect(try reader.lookUp(address("1.2.3.4")).record?["name"]?.text == "half")
    #expect(try reader.lookUp(address("200.2.3.4")).record == nil)
    let survey = try reader.survey()
    #expect(survey.records == 1 && survey.fields.map(\.path) == ["name"])
    // The other nodes of the tree lead to the first one, which no look-up comes to.
    #expect(try reader.verify().nodes == 1)
  }
}
