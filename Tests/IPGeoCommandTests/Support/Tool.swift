import Foundation

/// A program of the system that a test runs where it is at hand.
struct Tool: Sendable {
  let path: String

  /// Nil where there is none; tests that want it are then left out.
  init?(_ name: String) {
    let folders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    guard
      let path = folders.map({ $0 + "/" + name }).first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else { return nil }
    self.path = path
  }

  /// Whether there is one of that name.
  static func isAtHand(_ name: String) -> Bool { Tool(name) != nil }
}

extension Scene {
  /// Runs a program of the system to its end.
  func run(
    _ tool: Tool, _ arguments: [String], input: RunInput = .null,
    variables: [String: String?] = [:]
  ) async throws -> RunResult {
    try await start(program: tool.path, arguments, input: input, variables: variables).result()
  }
}
