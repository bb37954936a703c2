import Foundation
import Testing

@testable import IPGeoCommand

private let bash = Tool("bash")

@Suite(.enabled(if: bash != nil, "there is no bash"))
struct BashTests {
  /// Asks the script itself; where there is nothing of its own, bash adds files if it may.
  private func offers(_ scene: Scene, _ lines: [String]) async throws -> [[String]] {
    try scene.write("script", Shell.bash.script(CompletionNode.all))
    try scene.write("lines", lines.map { $0 + "\n" }.joined())
    let driver = """
      set -u
      . ./script
      files=
      compopt() { case $* in '-o default') files=1 ;; esac; }
      while IFS= read -r line; do
        files=
        COMP_LINE=$line COMP_POINT=${#line}
        read -ra COMP_WORDS <<<"$line"
        case $line in *' ') COMP_WORDS+=('') ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _ipgeo ipgeo
        if [[ ${#COMPREPLY[@]} -gt 0 ]]; then
          printf '%s\\n' "${COMPREPLY[@]}"
        elif [[ -n $files ]]; then
          compgen -f -- ''
        fi
        echo
      done <lines
      """
    let result = try await scene.run(
      try #require(bash), ["--noprofile", "--norc", "-c", driver])
    #expect(result.end == .exit(0) && result.errors == "")
    let answers = result.text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "", omittingEmptySubsequences: false).map { $0.map(String.init) }
    return Array(answers.prefix(lines.count))
  }

  @Test func `offers everything`() async throws {
    try await withBareScene { scene in
      for file in CompletionChecks.files { try scene.write(file, "") }
      try await CompletionChecks(shell: .bash) { try await offers(scene, $0) }.all()
    }
  }

  @Test func `letters may stand together, and values with them`() async throws {
    try await withBareScene { scene in
      let lines = [
        "ipgeo batch -fip,ci", "ipgeo batch -uf hos", "ipgeo batch -qufhos",
        "ipgeo batch --format=t", "ipgeo batch -f +hosting,-z", "ipgeo nonsense ",
        "ipgeo help batch ", "ipgeo iss ", "ipgeo batch -u --sort ", "ipgeo -",
        "ipgeo cache nonsense -",
      ]
      let offered = try await offers(scene, lines)
      #expect(
        offered.prefix(7) == [
          ["-fip,city"], ["hosting"], ["-qufhosting"], ["--format=tsv", "--format=table"],
          ["+hosting,-zip"], [], [],
        ])
      #expect(offered[7].contains("--watch"))
      #expect(offered[8] == ["hits"])
      #expect(offered[9] == ["-h", "--help", "--version"])
      #expect(offered[10] == [])
    }
  }

  /// A bash with and without word breaks at `=`, and keys as a user presses them.
  @Test(arguments: ["", "COMP_WORDBREAKS=${COMP_WORDBREAKS//=}"])
  func `completes at a terminal`(breaks: String) async throws {
    try await withBareScene { scene in
      for file in ["a b.mmdb", "notes.txt", "it's.csv"] { try scene.write(file, "") }
      let session = try await ShellSession(
        scene, .bash, try #require(bash), options: ["--noprofile", "--norc", "-i"],
        setup: [breaks, ". ./script", "bind 'set bell-style none'"])
      let expected: [(keys: String, words: [String])] = [
        ("ipgeo bat\t--form\tcs\t", ["batch", "--format", "csv"]),
        ("ipgeo batch --format=cs\t", ["batch", "--format=csv"]),
        ("ipgeo batch -f ip,hos\t,ci\t", ["batch", "-f", "ip,hosting,city"]),
        ("ipgeo batch --fields=+hos\t", ["batch", "--fields=+hosting"]),
        ("ipgeo batch --database a\t", ["batch", "--database", "a b.mmdb"]),
        ("ipgeo batch --database=a\t", ["batch", "--database=a b.mmdb"]),
        ("ipgeo batch not\t", ["batch", "notes.txt"]),
        ("ipgeo batch -o it\t", ["batch", "-o", "it's.csv"]),
        ("ipgeo batch --prefix n\t", ["batch", "--prefix", "n"]),
        ("ipgeo batch --api-url http:\t", ["batch", "--api-url", "http:"]),
        ("ipgeo cache st\t", ["cache", "stats"]),
        ("ipgeo batch --format \u{1B}*", ["batch", "--format", "csv", "jsonl", "table", "tsv"]),
      ]
      for (keys, words) in expected { #expect(try await session.words(after: keys) == words) }
    }
  }

  /// With bash-completion loaded it is the same.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/share/bash-completion/bash_completion"),
      "there is no bash-completion"))
  func `goes with bash-completion`() async throws {
    try await withBareScene { scene in
      let session = try await ShellSession(
        scene, .bash, try #require(bash), options: ["--noprofile", "--norc", "-i"],
        setup: [". /usr/share/bash-completion/bash_completion", ". ./script"])
      #expect(
        try await session.words(after: "ipgeo bat\t--format=cs\t") == ["batch", "--format=csv"])
    }
  }
}
