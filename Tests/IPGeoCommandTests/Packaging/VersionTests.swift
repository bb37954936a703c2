import Foundation
import Testing

@testable import IPGeoCommand

/// The version, which `Package.swift` takes from the tag, the archive's text or a variable.
struct VersionTests {
  @Test func `the command says the version that it was built as`() async throws {
    try await withBareScene { scene in
      let result = try await scene.run(Scene.command, ["--version"])
      #expect(result.text == "ipgeo \(Version.number)\n")
      #expect(Version.number.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/) != nil)
    }
  }

  /// What a folder with this manifest would be built as.
  private func built(_ scene: Scene, _ variables: [String: String?] = [:]) async throws -> String {
    let result = try await scene.run(
      "/usr/bin/env",
      ["swift", "package", "--manifest-cache", "none", "--package-path", "p", "dump-package"],
      variables: variables)
    let defined = result.text.firstMatch(of: /IPGEO_VERSION=\\"([^"\\]*)\\"/)
    return defined.map { String($0.1) } ?? "none: \(result.errors)"
  }

  private func shell(_ scene: Scene, _ commands: String) async throws {
    let result = try await scene.run(
      "/bin/sh",
      ["-ec", "cd p; git() { command git -c user.name=a -c user.email=a@b \"$@\"; }; " + commands])
    #expect(result.end == .exit(0), "\(result.errors)")
  }

  private func makeFolder(_ scene: Scene) throws {
    try FileManager.default.createDirectory(
      atPath: scene.path("p"), withIntermediateDirectories: true)
    for name in ["Package.swift", ".gitattributes"] {
      try FileManager.default.copyItem(
        at: Project.root.appending(path: name), to: scene.folder.appending(path: "p/\(name)"))
    }
  }

  @Test(.enabled(if: Project.has("git", "swift"), "no git"))
  func `a tag v1.2.3 is the version, another tag and a commit without one are not`()
    async throws
  {
    try await withBareScene { scene in
      try makeFolder(scene)
      let untagged = try await built(scene)
      #expect(untagged.hasSuffix("-dev"), "\(untagged)")
      try await shell(scene, "git init -q .; git add -A; git commit -qm one; git tag latest")
      #expect(try await built(scene) == untagged)
      try await shell(scene, "git tag -d latest; git tag v1.2.3")
      #expect(try await built(scene) == "1.2.3")
      #expect(try await built(scene, ["IPGEO_VERSION": "2.0.0-rc.1"]) == "2.0.0-rc.1")
      let wrong = try await built(scene, ["IPGEO_VERSION": "v2\""])
      #expect(wrong.contains("which is no version"), "\(wrong)")
      try await shell(scene, "git commit -q --allow-empty -m two")
      #expect(try await built(scene) == untagged)
    }
  }

  @Test(.enabled(if: Project.has("git", "swift", "tar"), "no git"))
  func `an archive has the tag that it was made of, also within another project's checkout`()
    async throws
  {
    try await withBareScene { scene in
      try makeFolder(scene)
      try await shell(
        scene,
        """
        git init -q .; git add -A; git commit -qm one; git tag v1.2.3
        git archive --output ../tagged.tar HEAD
        git commit -q --allow-empty -m two; git archive --output ../later.tar HEAD
        """)
      for (archive, version) in [("tagged.tar", "1.2.3"), ("later.tar", nil)] as [(String, String?)]
      {
        // The folder around it is a checkout, whose tag is not ours.
        try await shell(
          scene,
          """
          cd ..; rm -rf .git p; mkdir p; tar -xf \(archive) -C p
          git init -q .; git add -A; git commit -qm other; git tag v9.9.9
          """)
        let found = try await built(scene)
        #expect(version.map { $0 == found } ?? found.hasSuffix("-dev"), "\(archive): \(found)")
      }
    }
  }
}
