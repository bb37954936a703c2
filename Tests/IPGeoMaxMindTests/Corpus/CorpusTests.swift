import Foundation
import IPGeoAddresses
import Testing

@testable import IPGeoMaxMind

private let isAtHand = Corpus.folder != nil

@Suite(.enabled(if: isAtHand, "../shared/data is not at hand"))
struct CorpusTests {
  @Test func `every file is sound or damaged, and known`() throws {
    let folder = try #require(Corpus.folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mmdb") }
    #expect(Set(files) == Set(Corpus.digests.map(\.name) + Corpus.damaged))
    #expect(Corpus.digests.count == 36)
    #expect(Corpus.damaged.count == 4)
  }

  @Test(arguments: Corpus.digests.indices)
  func `every network has the record that Python's reader found`(number: Int) throws {
    let (name, networks, digest) = Corpus.digests[number]
    let whole = try CorpusLines.digest(of: MaxMindReader(path: Corpus.path(name)))
    #expect(whole == (networks, digest), "\(name)")
    let paged = try MaxMindReader(path: Corpus.path(name), options: pagedOptions)
    #expect(try CorpusLines.digest(of: paged) == (networks, digest), "\(name), by pages")
  }

  @Test(
    .enabled(if: Corpus.python != nil, "Python's maxminddb is not at hand"),
    arguments: Corpus.digests.indices)
  func `every line is that of Python's reader`(number: Int) throws {
    let name = Corpus.digests[number].name
    let program = try #require(Corpus.python)
    let theirs = try Corpus.run(program, [Corpus.script, Corpus.path(name)]).split(separator: "\n")
    var ours: [Substring] = []
    try CorpusLines.forEach(of: MaxMindReader(path: Corpus.path(name))) { ours.append($0[...]) }
    #expect(ours.count == theirs.count, "\(name)")
    for (mine, other) in zip(ours, theirs) { try #require(mine == other, "\(name)") }
  }

  @Test(arguments: Corpus.digests.indices)
  func `every sound file has no fault`(number: Int) throws {
    let name = Corpus.digests[number].name
    let reader = try MaxMindReader(path: Corpus.path(name))
    let seen = try reader.verify()
    let paged = try MaxMindReader(path: Corpus.path(name), options: pagedOptions)
    #expect(try paged.verify() == seen)
    var offsets: Set<UInt32> = []
    var networks = reader.networks()
    while let next = try networks.next() { offsets.insert(next.recordOffset) }
    #expect(seen.records == offsets.count, "\(name)")
  }

  @Test(arguments: Corpus.damaged)
  func `every damaged file has a fault`(name: String) throws {
    let found = fault { _ = try MaxMindReader(path: Corpus.path(name)).verify() }
    let cause = try #require(found, "\(name)").cause
    switch (name, cause) {
    case ("GeoIP2-City-Test-Broken-Double-Format.mmdb", .wrongSize(.double, _)): break
    case ("GeoIP2-City-Test-Invalid-Node-Count.mmdb", .treeTooLarge): break
    case ("MaxMind-DB-test-broken-pointers-24.mmdb", .recordOutOfRange): break
    case ("MaxMind-DB-test-broken-search-tree-24.mmdb", .treeTooDeep): break
    default: Issue.record("\(name): \(cause)")
    }
  }

  @Test func `each type is the one that the file has`() throws {
    let reader = try MaxMindReader(path: Corpus.path("MaxMind-DB-test-decoder.mmdb"))
    let record = try #require(reader.lookUp(address("1.1.1.1")).record)
    #expect(record["uint16"] == .uint16(100))
    #expect(record["uint32"] == .uint32(1 << 28))
    #expect(record["uint64"] == .uint64(1 << 60))
    #expect(record["uint128"] == .uint128(1 << 120))
    #expect(record["int32"] == .int32(-(1 << 28)))
    #expect(record["double"] == .double(42.123456))
    #expect(record["float"] == .float(1.1))
    #expect(record["boolean"] == .boolean(true))
    #expect(record["bytes"] == .bytes([0, 0, 0, 42]))
    #expect(record["utf8_string"] == .string("unicode! ☯ - ♫"))
    #expect(record["array"] == .array([.uint32(1), .uint32(2), .uint32(3)]))
    #expect(
      record["map"]?["mapX"]
        == .map([
          "arrayX": .array([.uint32(7), .uint32(8), .uint32(9)]), "utf8_stringX": .string("hello"),
        ]))
    let largest = try #require(reader.lookUp(address("255.255.255.255")).record)
    #expect(largest["uint128"] == .uint128(.max))
    #expect(largest["int32"] == .int32(.max))
    #expect(largest["double"] == .double(.infinity))
  }

  @Test func `IPv4 lies in ::/64 where the tree has no more of it`() throws {
    let reader = try MaxMindReader(path: Corpus.path("MaxMind-DB-no-ipv4-search-tree.mmdb"))
    for text in ["0.0.0.0", "8.8.8.8", "255.255.255.255", "::1"] {
      let lookup = try reader.lookUp(address(text))
      #expect(lookup.network.description == "::/64")
      #expect(lookup.record == .string("::/64"))
    }
    #expect(try all(reader.networks()) == ["::/64"])
  }
}
