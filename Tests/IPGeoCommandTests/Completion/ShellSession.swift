import Foundation
import Testing

@testable import IPGeoCommand

/// A shell at a terminal that has read its completion script.
///
/// Its `ipgeo` is a function that notes the words it gets.
struct ShellSession: Sendable {
  private let scene: Scene
  private let run: CommandRun
  private let counter = Counter()

  /// Starts it; `setup` are further lines for it to read.
  init(_ scene: Scene, _ shell: Shell, _ tool: Tool, options: [String], setup: [String])
    async throws
  {
    self.scene = scene
    try scene.write("script", shell.script(CompletionNode.all))
    let own = [
      "ipgeo() { printf '%s\\n' \"$@\" >words; count=$((count + 1)); echo \"done:$count:\"; }",
      "count=0",
    ]
    try scene.write("setup", (setup + own).map { $0 + "\n" }.joined())
    // Its errors go where its output goes: one reader sees all of the terminal.
    run = try scene.start(
      program: "/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1", tool.path] + options,
      input: .terminal, output: .terminal,
      variables: ["PS1": "ready>", "TERM": "dumb", "HISTFILE": nil])
    try #require(await run.says("ready>"))
    run.write(". ./setup; ipgeo\r")
    try #require(await run.says("done:1:"))
    counter.next()
  }

  /// What `ipgeo` gets after these keys and Return.
  func words(after keys: String) async throws -> [String] {
    run.write(keys + "\r")
    let number = counter.next()
    try #require(await run.says("done:\(number):"), "\(keys): \(run.outputSoFar.suffix(300))")
    return try scene.read("words").split(separator: "\n").map(String.init)
  }

  /// What is offered where the line stands, when `all` is the key that inserts everything.
  func offers(_ line: String, all: String) async throws -> [String] {
    let typed = line.split(separator: " ", omittingEmptySubsequences: false).dropFirst()
    let words = try await words(after: line + all)
    let offered = Array(words[min(typed.count - 1, words.count)...])
    return offered == [String(typed.last ?? "")] ? [] : offered
  }

  private final class Counter: @unchecked Sendable {
    // One test uses it, a step after the other.
    private var value = 0
    @discardableResult func next() -> Int {
      value += 1
      return value
    }
  }
}
