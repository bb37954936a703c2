import Foundation
import Testing

@testable import IPGeoCommand

/// What every shell has to offer, by the tables; `offers` asks a real shell.
struct CompletionChecks {
  let shell: Shell
  /// What may follow each of the lines.
  let offers: ([String]) async throws -> [[String]]

  /// Files that lie in the folder.
  static let files = ["a.mmdb", "notes.txt", "rows.csv", "rows.csv.gz", "page.html"]

  func all() async throws {
    try await commands()
    try await options()
    try await choices()
    try await columns()
    try await files()
    try await freeText()
  }

  private func line(_ node: CompletionNode, _ rest: String) -> String {
    (["ipgeo"] + node.path + [rest]).joined(separator: " ")
  }

  private func commands() async throws {
    let nodes = CompletionNode.all.filter { !$0.commands.isEmpty }
    for (node, offered) in zip(nodes, try await offers(nodes.map { line($0, "") })) {
      #expect(Set(offered) == Set(node.commands.map(\.name)), "\(shell): ipgeo \(node.place)")
    }
  }

  private func options() async throws {
    let nodes = CompletionNode.all.filter { !$0.options.isEmpty }
    for (node, offered) in zip(nodes, try await offers(nodes.map { line($0, "--") })) {
      #expect(Set(offered) == Set(node.options.map(\.longForm)), "\(shell): ipgeo \(node.place) --")
    }
    for (node, offered) in zip(nodes, try await offers(nodes.map { line($0, "-") })) {
      let short = node.options.compactMap(\.short).map { "-\($0)" }
      #expect(Set(short).isSubset(of: offered), "\(shell): ipgeo \(node.place) -")
    }
  }

  private func choices() async throws {
    var lines: [(line: String, words: [String])] = []
    for node in CompletionNode.all {
      for option in node.options {
        guard case .words(let words) = option.completion else { continue }
        lines.append((line(node, option.longForm + " "), words))
        if let short = option.short { lines.append((line(node, "-\(short) "), words)) }
      }
      if case .words(let words) = node.operands { lines.append((line(node, ""), words)) }
    }
    try #require(lines.count > 20)
    for (asked, offered) in zip(lines, try await offers(lines.map(\.line))) {
      #expect(Set(offered) == Set(asked.words), "\(shell): \(asked.line)")
    }
  }

  private func columns() async throws {
    let names = CompletionNode.fields.map(\.name)
    for command in ["batch", "lookup"] {
      let starts = ["-f ", "--fields ", "-f ip,", "-f ip,city,", "-f +ip,+"].map {
        "ipgeo \(command) \($0)"
      }
      for (start, offered) in zip(starts, try await offers(starts)) {
        let list = start.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
        let taken = list.split(separator: ",").map { $0.drop { $0 == "+" } }
        let wanted = names.filter { !taken.contains($0[...]) }
        #expect(Set(offered) == Set(wanted.map { list + $0 }), "\(shell): \(start)")
      }
      // A name that is whole stays, with the others that begin so, whatever sign it has.
      let typed = [
        ("-f +country", ["+country", "+country_code"]),
        ("-f ip,-country", ["ip,-country", "ip,-country_code"]), ("-f -off", ["-offset"]),
      ]
      let lines = typed.map { "ipgeo \(command) \($0.0)" }
      for (typed, offered) in zip(typed, try await offers(lines)) {
        #expect(Set(offered) == Set(typed.1), "\(shell): \(typed.0)")
      }
    }
  }

  private func files() async throws {
    let lines = ["ipgeo batch ", "ipgeo batch -o ", "ipgeo batch --retry-failed "]
    for (line, offered) in zip(lines, try await offers(lines)) {
      #expect(Set(Self.files).isSubset(of: offered), "\(shell): \(line)")
    }
    let endings = [
      ("ipgeo database ", ["a.mmdb"]), ("ipgeo batch --database ", ["a.mmdb"]),
      ("ipgeo map ", ["rows.csv", "rows.csv.gz"]), ("ipgeo summary ", ["rows.csv", "rows.csv.gz"]),
      ("ipgeo lookup --map ", ["page.html"]),
    ]
    for (asked, offered) in zip(endings, try await offers(endings.map(\.0))) {
      // fish offers the others too, behind these.
      #expect(Set(offered.prefix(asked.1.count)) == Set(asked.1), "\(shell): \(asked.0)")
      if shell != .fish {
        #expect(!offered.contains("notes.txt"), "\(shell): \(asked.0)")
      }
    }
  }

  private func freeText() async throws {
    var lines: [String] = []
    for node in CompletionNode.all {
      for option in node.options where option.placeholder != nil && option.completion == .none {
        lines.append(line(node, option.longForm + " "))
      }
    }
    try #require(lines.count > 20)
    for (line, offered) in zip(lines, try await offers(lines)) {
      #expect(offered == [], "\(shell): \(line)")
    }
  }
}
