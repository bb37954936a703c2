import IPGeoStandIn
import Testing

/// What came of an input, and what left the machine for it.
struct ReadInput {
  var result: RunResult
  /// Sorted: batches may arrive in any order.
  var asked: [String]

  var table: Table { get throws { try result.table } }

  /// The summary line's end, after `; read as `.
  var readAs: String {
    let lines = result.errors.split(separator: "\n")
    guard let line = lines.last(where: { $0.contains("; read as ") }) else { return "" }
    return String(line.split(separator: "; read as ", maxSplits: 1).last ?? "")
  }
}

/// Runs `ipgeo batch` over one input on stdin, in a scene of its own.
func read(_ input: RunInput, _ arguments: [String] = []) async throws -> ReadInput {
  nonisolated(unsafe) var found: ReadInput?
  try await withScene { scene in
    let result = try await scene.batch(arguments, input: input)
    found = ReadInput(result: result, asked: scene.asked.sorted())
  }
  return try #require(found)
}

func read(_ text: String, _ arguments: [String] = []) async throws -> ReadInput {
  try await read(.text(text), arguments)
}
