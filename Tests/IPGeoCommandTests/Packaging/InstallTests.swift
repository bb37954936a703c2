import Foundation
import Testing

/// `scripts/install` and `scripts/uninstall`, with a placeholder of the program.
struct InstallTests {
  private func install(_ scene: Scene, _ arguments: [String], version: String = "1.2.3")
    async throws -> RunResult
  {
    try await scene.run(
      Project.script("install"), arguments,
      variables: ["IPGEO_BINARY": try await scene.writePlaceholder(version: version)])
  }

  @Test func `installs the program, its pages, completions and examples below the prefix`()
    async throws
  {
    try await withBareScene { scene in
      let result = try await install(scene, ["--prefix", "out of the way"])
      #expect(result.end == .exit(0), "\(result.errors)")
      let files = scene.tree("out of the way").filter { !$0.hasSuffix("/") }
      for file in [
        "bin/ipgeo", "share/man/man1/ipgeo.1", "share/man/man1/ipgeo-batch.1",
        "share/bash-completion/completions/ipgeo", "share/zsh/site-functions/_ipgeo",
        "share/fish/vendor_completions.d/ipgeo.fish", "share/doc/ipgeo/LICENSE",
        "share/doc/ipgeo/nightly/crontab", "share/doc/ipgeo/nightly/ipgeo-nightly.timer",
      ] {
        #expect(files.contains(file), "\(file)")
      }
      let folder = scene.path("out of the way")
      for (file, text) in [
        ("share/man/man1/ipgeo-batch.1", "manual ipgeo-batch\n"),
        ("share/zsh/site-functions/_ipgeo", "completion zsh\n"),
      ] {
        #expect(try scene.read("out of the way/" + file) == text)
      }
      // The examples name the program where it is.
      for example in ["crontab", "ipgeo-nightly.service", "README.md"] {
        let text = try scene.read("out of the way/share/doc/ipgeo/nightly/\(example)")
        #expect(text.contains("\(folder)/bin/ipgeo"), "\(example)")
        #expect(!text.contains("/usr/local/bin/ipgeo"), "\(example)")
      }
      #expect(result.text.contains("installed ipgeo 1.2.3 as \(folder)/bin/ipgeo\n"))
      #expect(result.text.contains("export PATH=\"\(folder)/bin:$PATH\""))
      let run = try await scene.run(folder + "/bin/ipgeo", ["--version"])
      #expect(run.text == "ipgeo 1.2.3\n")
    }
  }

  @Test func `a link to nothing where a folder belongs is told before anything is written`()
    async throws
  {
    try await withBareScene { scene in
      try FileManager.default.createDirectory(
        atPath: scene.path("p"), withIntermediateDirectories: false)
      #expect(symlink("/no/such/folder", scene.path("p/bin")) == 0)
      let result = try await install(scene, ["--prefix", "p"])
      #expect(result.end == .exit(1))
      #expect(
        result.errors.hasSuffix("p/bin is a link that leads nowhere: move it away\n"),
        "\(result.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scene.path("p")) == ["bin"])
      let nowhere = try await scene.run(Project.script("uninstall"), ["--prefix", ""])
      #expect(nowhere.end == .exit(1) && nowhere.errors.contains("--prefix needs a folder"))
    }
  }

  @Test func `uninstalling leaves what was there before, and nothing else`() async throws {
    try await withBareScene { scene in
      let folder = scene.folder.appending(path: "p/share/man/man1")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try scene.write("p/share/man/man1/mine.1", "mine\n")
      let before = scene.tree("p")
      #expect(try await install(scene, ["--prefix=p/"]).end == .exit(0))
      #expect(scene.tree("p").count > before.count + 10)
      let result = try await scene.run(Project.script("uninstall"), ["--prefix", "p"])
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(scene.tree("p") == before)

      let again = try await scene.run(Project.script("uninstall"), ["--prefix", "p"])
      #expect(again.end == .exit(1))
      #expect(again.errors.contains("nothing to remove"), "\(again.errors)")
    }
  }

  @Test func `a prefix that was not there is gone again, known answers are left and named`()
    async throws
  {
    try await withBareScene { scene in
      try FileManager.default.createDirectory(
        atPath: scene.path("cache/ipgeo"), withIntermediateDirectories: true)
      #expect(try await install(scene, ["--prefix", "p"]).end == .exit(0))
      let result = try await scene.run(
        scene.path("p/share/ipgeo/uninstall"),
        variables: ["XDG_CACHE_HOME": scene.path("cache")])
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(result.text.contains(scene.path("cache/ipgeo")), "\(result.text)")
      #expect(!scene.exists("p") && scene.exists("cache/ipgeo"))
    }
  }

  @Test func `a newer version takes the older one's place, with what that had alone`()
    async throws
  {
    try await withBareScene { scene in
      #expect(try await install(scene, ["--prefix", "p"], version: "1.0.0").end == .exit(0))
      // As if the older one had a page that is no more.
      try scene.write("p/share/man/man1/ipgeo-old.1", "old\n")
      let list = "p/share/ipgeo/installed"
      try scene.write(list, try scene.read(list) + "f share/man/man1/ipgeo-old.1\n")
      let result = try await install(scene, ["--prefix", "p"], version: "2.0.0")
      #expect(result.text.contains("installed ipgeo 2.0.0"), "\(result.errors)")
      #expect(!scene.exists("p/share/man/man1/ipgeo-old.1"))
      #expect(try await scene.run(scene.path("p/share/ipgeo/uninstall")).end == .exit(0))
      #expect(!scene.exists("p"))
    }
  }

  @Test(arguments: [
    "bin/ipgeo", "share/man/man1/ipgeo-batch.1", "share/ipgeo/uninstall",
    "share/doc/ipgeo/LICENSE",
  ])
  func `a file of somebody else's is named, and stays`(name: String) async throws {
    for make in ["echo theirs >\"$1\"", "ln -s \"$0\" \"$1\"", "ln -s /nowhere \"$1\""] {
      try await withBareScene { scene in
        try scene.write("theirs", "theirs\n")
        let made = try await scene.run(
          "/bin/sh",
          [
            "-ec", "mkdir -p \"${1%/*}\"; " + make, scene.path("theirs"), scene.path("p/" + name),
          ])
        #expect(made.end == .exit(0), "\(made.errors)")
        let before = scene.tree("p")
        let result = try await install(scene, ["--prefix", "p"])
        #expect(result.end == .exit(1))
        #expect(result.errors.contains("p/\(name) is there"), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(scene.tree("p") == before)
        #expect(try scene.read("theirs") == "theirs\n")
      }
    }
  }

  @Test func `one's own file is refused before anything is built`() async throws {
    try await withBareScene { scene in
      try FileManager.default.createDirectory(
        atPath: scene.path("p/bin"), withIntermediateDirectories: true)
      try scene.write("p/bin/ipgeo", "theirs\n")
      // There is no such program, and nothing has asked for it yet.
      let result = try await scene.run(
        Project.script("install"), ["--prefix", "p"], variables: ["IPGEO_BINARY": "missing"])
      #expect(result.end == .exit(1))
      #expect(result.errors.contains("p/bin/ipgeo is there"), "\(result.errors)")
    }
  }

  @Test func `--destdir goes before the prefix`() async throws {
    try await withBareScene { scene in
      let result = try await install(scene, ["--destdir", "stage", "--prefix", "/usr"])
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(scene.exists("stage/usr/bin/ipgeo"))
    }
  }

  @Test(arguments: [
    (["--prefix"], "--prefix needs a folder"), (["--prefix="], "--prefix needs a folder"),
    (["--prefx", "p"], "unknown argument '--prefx'"), (["--prefix", "file/p"], "is no folder"),
    (["--prefix=~/p"], "the shell has left the ~ of ~/p"),
    (["--destdir=~"], "the shell has left the ~ of ~ as it is"),
  ])
  func `says what is wrong before it builds anything`(arguments: [String], words: String)
    async throws
  {
    try await withBareScene { scene in
      try scene.write("file", "")
      let result = try await install(scene, arguments)
      #expect(result.end == .exit(1))
      #expect(result.errors.contains(words), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(!scene.exists("~"))
    }
  }

  @Test func `a program that is none is named alike by install and by package`() async throws {
    try await withBareScene { scene in
      try scene.write("text", "")
      for name in ["text", "missing", "."] {
        var said: Set<Substring> = []
        for script in ["install", "package"] {
          let result = try await scene.run(
            Project.script(script), script == "install" ? ["--prefix", "p"] : [],
            variables: [
              "IPGEO_BINARY": name, "SOURCE_DATE_EPOCH": "0", "IPGEO_PACKAGES": "out",
            ])
          #expect(result.end == .exit(1))
          #expect(result.errors.contains("which is no program"), "\(result.errors)")
          said.insert(result.errors.drop { $0 != ":" })
        }
        #expect(said.count == 1, "\(said)")
      }
    }
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func `a folder that cannot be written to is named, with what to do`() async throws {
    try await withBareScene { scene in
      try FileManager.default.createDirectory(
        atPath: scene.path("p"), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o555])
      let result = try await install(scene, ["--prefix", "p"])
      #expect(result.end == .exit(1))
      #expect(result.errors.contains("use sudo, or --prefix ~/.local"), "\(result.errors)")
    }
  }

  @Test(arguments: [
    "f ../keep", "f bin/../../keep", "f /keep", "f keep", "f bin", "d ..", "d keep", "x bin/ipgeo",
  ])
  func `a list that somebody has changed removes nothing outside bin and share`(line: String)
    async throws
  {
    try await withBareScene { scene in
      try scene.write("keep", "kept\n")
      #expect(try await install(scene, ["--prefix", "p"]).end == .exit(0))
      try scene.write("p/keep", "kept\n")
      let list = "p/share/ipgeo/installed"
      try scene.write(list, try scene.read(list) + line + "\n")
      // The next version removes what it has no more, and has to judge as uninstall does.
      let newer = try await install(scene, ["--prefix", "p"], version: "2.0.0")
      let result = try await scene.run(Project.script("uninstall"), ["--prefix", "p"])
      for (end, errors) in [(newer.end, newer.errors), (result.end, result.errors)] {
        #expect(end == .exit(1))
        #expect(errors.contains("by hand"), "\(errors)")
      }
      #expect(scene.exists("keep") && scene.exists("p/keep") && scene.exists("p/bin/ipgeo"))
    }
  }

  @Test func `uninstall knows the folder it stands in, and no ~`() async throws {
    try await withBareScene { scene in
      let result = try await scene.run(Project.script("uninstall"), ["--prefix=~/p"])
      #expect(result.end == .exit(1))
      #expect(result.errors.contains("the shell has left the ~ of ~/p"), "\(result.errors)")
      #expect(try await install(scene, ["--destdir", "stage", "--prefix", "/"]).end == .exit(0))
      #expect(scene.exists("stage/bin/ipgeo"))
      let removed = try await scene.run(scene.path("stage/share/ipgeo/uninstall"))
      #expect(removed.end == .exit(0), "\(removed.errors)")
      #expect(!scene.exists("stage"))
    }
  }
}
