import Foundation
import Testing

/// The repository's `fixtures/fuzz`: a folder for each target.
private let fixtures = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "fixtures/fuzz")

private func seeds(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
  try FileManager.default.contentsOfDirectory(
    at: fixtures.appending(path: target.rawValue), includingPropertiesForKeys: nil
  ).map { (name: $0.lastPathComponent, bytes: Array(try Data(contentsOf: $0))) }
}

/// What the fuzzers start from, and what they have found, goes through their tests.
@Suite(.timeLimit(.minutes(10))) struct SeedTests {
  @Test(arguments: FuzzTarget.allCases)
  func `every seed is read the same in pieces, whole, and passes into rows`(
    target: FuzzTarget
  ) throws {
    let scratch = try ScratchInput()
    let seeds = try seeds(target)
    #expect(seeds.count >= 12)
    for (name, bytes) in seeds {
      #expect(throws: Never.self, "\(target)/\(name)") {
        let isRead = try target.check(bytes, scratch)
        #expect(isRead, "\(target)/\(name) is no case")
      }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `the records of every seed are the sum of all statuses`(target: FuzzTarget) async throws {
    let scratch = try ScratchInput()
    for (name, bytes) in try seeds(target) {
      await #expect(throws: Never.self, "\(target)/\(name)") {
        try await target.checkSums(bytes, scratch)
      }
    }
  }

  @Test func `every folder of seeds is a target's`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      at: fixtures, includingPropertiesForKeys: [.isDirectoryKey]
    ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    #expect(Set(folders.map(\.lastPathComponent)) == Set(FuzzTarget.allCases.map(\.rawValue)))
  }
}
