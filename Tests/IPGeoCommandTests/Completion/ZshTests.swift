import Testing

@testable import IPGeoCommand

private let zsh = Tool("zsh")

@Suite(.enabled(if: zsh != nil, "there is no zsh: apt-get install -y zsh"))
struct ZshTests {
  /// A zsh whose Ctrl-T inserts all that is offered.
  private func session(_ scene: Scene) async throws -> ShellSession {
    try await ShellSession(
      scene, .zsh, try #require(zsh), options: ["-f", "-i"],
      setup: [
        "autoload -U compinit", "compinit -u -D", ". ./script", "unsetopt beep",
        "insert-all() { _main_complete; compstate[insert]=all; compstate[list]= }",
        "zle -C insert-all complete-word insert-all", "bindkey '^T' insert-all",
      ])
  }

  @Test func `offers everything`() async throws {
    try await withBareScene { scene in
      for file in CompletionChecks.files { try scene.write(file, "") }
      let session = try await session(scene)
      let checks = CompletionChecks(shell: .zsh) { lines in
        var all: [[String]] = []
        for line in lines {
          let offered = try await session.offers(line, all: "\u{14}")
          // After the last column a comma stands until a blank is typed.
          all.append(offered.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 })
        }
        return all
      }
      try await checks.all()
    }
  }

  @Test func `completes at a terminal`() async throws {
    try await withBareScene { scene in
      for file in ["a b.mmdb", "notes.txt"] { try scene.write(file, "") }
      let session = try await session(scene)
      let expected: [(keys: String, words: [String])] = [
        ("ipgeo bat\t--form\tcs\t", ["batch", "--format=csv"]),
        ("ipgeo batch --format cs\t", ["batch", "--format", "csv"]),
        ("ipgeo batch -f ip,hos\t-u", ["batch", "-f", "ip,hosting,-u"]),
        ("ipgeo batch -fhos\tci\t -u", ["batch", "-fhosting,city", "-u"]),
        ("ipgeo batch -uf -zi\t ", ["batch", "-uf", "-zip"]),
        ("ipgeo batch --fields=ip,+hos\t", ["batch", "--fields=ip,+hosting"]),
        ("ipgeo batch --database=a\t", ["batch", "--database=a b.mmdb"]),
        (
          "ipgeo batch --database x --databa\ta\t",
          ["batch", "--database", "x", "--database=a b.mmdb"]
        ),
        ("ipgeo batch not\t", ["batch", "notes.txt"]),
        ("ipgeo cache st\t--form\tjs\t", ["cache", "stats", "--format=json"]),
      ]
      for (keys, words) in expected { #expect(try await session.words(after: keys) == words) }
    }
  }

  @Test func `loads from a folder of fpath`() async throws {
    try await withBareScene { scene in
      try scene.write("_ipgeo", Shell.zsh.script(CompletionNode.all))
      let session = try await ShellSession(
        scene, .zsh, try #require(zsh), options: ["-f", "-i"],
        setup: ["fpath=($PWD $fpath)", "autoload -U compinit", "compinit -u -D"])
      #expect(
        try await session.words(after: "ipgeo bat\t--format=cs\t") == ["batch", "--format=csv"])
    }
  }
}
