import Testing

@testable import IPGeoCommand

private let fish = Tool("fish")

@Suite(.enabled(if: fish != nil, "there is no fish: apt-get install -y fish"))
struct FishTests {
  private func offers(_ scene: Scene, _ lines: [String]) async throws -> [[String]] {
    try scene.write("script", Shell.fish.script(CompletionNode.all))
    try scene.write("lines", lines.map { $0 + "\n" }.joined())
    let driver = """
      source ./script
      while read -l line
        complete -C "$line"
        echo
      end <lines
      """
    let result = try await scene.run(try #require(fish), ["--no-config", "-c", driver])
    #expect(result.end == .exit(0) && result.errors == "")
    let answers = result.text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "", omittingEmptySubsequences: false)
      .map { $0.map { String($0.prefix { $0 != "\t" }) } }
    return Array(answers.prefix(lines.count))
  }

  @Test func `offers everything`() async throws {
    try await withBareScene { scene in
      for file in CompletionChecks.files { try scene.write(file, "") }
      try await CompletionChecks(shell: .fish) { try await offers(scene, $0) }.all()
    }
  }

  @Test func `values may stand in the same word`() async throws {
    try await withBareScene { scene in
      try scene.write("a b.mmdb", "")
      let lines = [
        "ipgeo batch --format=t", "ipgeo batch --fields=ip,hos", "ipgeo batch -fip,hos",
        "ipgeo batch --database=a", "ipgeo cache sta", "ipgeo batch -f +hos",
        "ipgeo batch -uf -off", "ipgeo batch --fields -off", "ipgeo batch -of -fip,hos",
      ]
      #expect(
        try await offers(scene, lines) == [
          ["--format=table", "--format=tsv"], ["--fields=ip,hosting"], ["-fip,hosting"],
          ["--database=a b.mmdb"], ["stats"], ["+hosting"],
          ["-offset"], ["-offset"], ["-fip,hosting"],
        ])
    }
  }
}
