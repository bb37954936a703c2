import Foundation
import Testing

/// `scripts/package`, with a placeholder of the program; `scripts/try-packages` tries the real one.
@Suite(.enabled(if: Project.has("dpkg-deb", "objdump", "gzip", "tar"), "no dpkg-deb or no objdump"))
struct PackageTests {
  private static let tarball = "ipgeo-1.2.3-linux-\(machine).tar.gz"

  private static var machine: String {
    #if arch(arm64)
      "aarch64"
    #else
      "x86_64"
    #endif
  }

  private func pack(_ scene: Scene, into folder: String, version: String = "1.2.3") async throws
    -> RunResult
  {
    try await scene.run(
      Project.script("package"),
      variables: [
        "IPGEO_BINARY": try await scene.writePlaceholder(version: version),
        "IPGEO_PACKAGES": scene.path(folder), "SOURCE_DATE_EPOCH": "1772323200",
        "DEBFULLNAME": "Some Body", "DEBEMAIL": "some@body.example",
      ])
  }

  private func deb(_ scene: Scene, _ folder: String) throws -> String {
    let name = try #require(scene.tree(folder).first { $0.hasSuffix(".deb") })
    return scene.path("\(folder)/\(name)")
  }

  @Test func `packs a tarball and a .deb, states their sizes, and writes their sums`()
    async throws
  {
    try await withBareScene { scene in
      let result = try await pack(scene, into: "out")
      #expect(result.end == .exit(0), "\(result.errors)")
      let names = scene.tree("out")
      #expect(names.count == 3 && names.contains(Self.tarball), "\(names)")
      #expect(names.contains { $0.hasPrefix("ipgeo_1.2.3_") && $0.hasSuffix(".deb") })
      let lines = result.text.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(" bytes") }, "\(lines)")
      let sums = try await scene.run(
        "/bin/sh", ["-c", "cd out && sha256sum --check --strict SHA256SUMS"])
      #expect(sums.end == .exit(0), "\(sums.errors)")
    }
  }

  @Test func `the same program gives the same bytes, at any time and whoever packs`()
    async throws
  {
    try await withBareScene { scene in
      #expect(try await pack(scene, into: "one").end == .exit(0))
      // What differs between machines: the mask, the locale, the time zone, how old files are.
      let shell = "umask 077; export LC_ALL=C TZ=Asia/Tokyo; touch placeholder; exec \"$0\""
      let again = try await scene.run(
        "/bin/sh", ["-c", shell, Project.script("package")],
        variables: [
          "IPGEO_BINARY": scene.path("placeholder"),
          "IPGEO_PACKAGES": scene.path("two"), "SOURCE_DATE_EPOCH": "1772323200",
          "DEBFULLNAME": "Some Body", "DEBEMAIL": "some@body.example",
        ])
      #expect(again.end == .exit(0), "\(again.errors)")
      #expect(try scene.read("one/SHA256SUMS") == (try scene.read("two/SHA256SUMS")))
    }
  }

  @Test func `the tarball installs itself`() async throws {
    try await withBareScene { scene in
      #expect(try await pack(scene, into: "out").end == .exit(0))
      let unpack = try await scene.run("/bin/sh", ["-c", "tar -xzf out/\(Self.tarball)"])
      #expect(unpack.end == .exit(0), "\(unpack.errors)")
      let folder = String(Self.tarball.dropLast(7))
      for file in ["LICENSE", "README.md", "bin/ipgeo", "share/doc/ipgeo/nightly/crontab"] {
        #expect(scene.exists("\(folder)/\(file)"), "\(file)")
      }
      let installed = try await scene.run(
        scene.path("\(folder)/install"), ["--prefix", "p"])
      #expect(installed.end == .exit(0), "\(installed.errors)")
      #expect(scene.exists("p/share/man/man1/ipgeo.1"))
      let removed = try await scene.run(scene.path("\(folder)/uninstall"), ["--prefix", "p"])
      #expect(removed.end == .exit(0), "\(removed.errors)")
      #expect(!scene.exists("p"))
    }
  }

  @Test func `the .deb has everything where Debian has it, and root's`() async throws {
    try await withBareScene { scene in
      #expect(try await pack(scene, into: "out").end == .exit(0))
      let listing = try await scene.run("/usr/bin/dpkg-deb", ["-c", try deb(scene, "out")])
      let lines = listing.text.split(separator: "\n")
      #expect(lines.allSatisfy { $0.contains(" root/root ") })
      let files = Set(lines.compactMap { $0.split(separator: " ").last.map(String.init) })
      for file in [
        "usr/bin/ipgeo", "usr/share/man/man1/ipgeo.1.gz", "usr/share/man/man1/ipgeo-batch.1.gz",
        "usr/share/bash-completion/completions/ipgeo",
        "usr/share/zsh/vendor-completions/_ipgeo",
        "usr/share/fish/vendor_completions.d/ipgeo.fish", "usr/share/doc/ipgeo/copyright",
        "usr/share/doc/ipgeo/changelog.gz", "usr/lib/systemd/system/ipgeo-nightly.service",
        "usr/lib/systemd/system/ipgeo-nightly.timer",
      ] {
        #expect(files.contains("./" + file), "\(file)")
      }
      // Made by the package's script, for its users write to it; and nothing is configuration.
      #expect(!files.contains { $0.hasPrefix("./var") || $0.hasPrefix("./etc") })
      let control = try await scene.run("/usr/bin/dpkg-deb", ["-f", try deb(scene, "out")]).text
      for line in [
        "Version: 1.2.3", "Maintainer: Some Body <some@body.example>", "Depends: libc6, passwd",
        "Recommends: libcurl4 | libcurl3-gnutls",
      ] {
        #expect(control.contains(line + "\n"), "\(line)")
      }
    }
  }

  @Test func `its size counts files, and nothing that differs between file systems`()
    async throws
  {
    try await withBareScene { scene in
      #expect(try await pack(scene, into: "out").end == .exit(0))
      let listing = try await scene.run("/usr/bin/dpkg-deb", ["-c", try deb(scene, "out")]).text
      // Each file in whole kilobytes, and one for each folder, but for the package's own.
      let kilobytes = try listing.split(separator: "\n").reduce(-1) { sum, line in
        let size = try #require(Int(line.split(separator: " ")[2]))
        return sum + (line.hasPrefix("-") ? (size + 1023) / 1024 : 1)
      }
      let stated = try await scene.run(
        "/usr/bin/dpkg-deb", ["-f", try deb(scene, "out"), "Installed-Size"])
      #expect(stated.text == "\(kilobytes)\n")
    }
  }

  @Test func `nothing in the .deb names /usr/local, where it is not`() async throws {
    try await withBareScene { scene in
      #expect(try await pack(scene, into: "out").end == .exit(0))
      let found = try await scene.run(
        "/bin/sh",
        ["-c", "dpkg-deb -x \"$0\" deb && grep -rl /usr/local/bin deb", try deb(scene, "out")])
      #expect(found.end == .exit(1) && found.text.isEmpty, "\(found.text)\(found.errors)")
    }
  }

  @Test func `a version to come is older than its release for dpkg`() async throws {
    try await withBareScene { scene in
      #expect(try await pack(scene, into: "out", version: "1.2.3-rc.1").end == .exit(0))
      let version = try await scene.run(
        "/usr/bin/dpkg-deb", ["-f", try deb(scene, "out"), "Version"])
      #expect(version.text == "1.2.3~rc.1\n")
      let order = try await scene.run(
        "/bin/sh", ["-c", "dpkg --compare-versions 1.2.3~rc.1 lt 1.2.3"])
      #expect(order.end == .exit(0))
    }
  }

  @Test func `a program that has no manual is not packed`() async throws {
    try await withBareScene { scene in
      let path = try await scene.writeProgram(
        "bare", "#!/bin/sh\n[ \"$1\" = --version ] && echo ipgeo 1.2.3\n")
      let result = try await scene.run(
        Project.script("package"),
        variables: [
          "IPGEO_BINARY": path, "IPGEO_PACKAGES": scene.path("out"), "SOURCE_DATE_EPOCH": "0",
        ])
      #expect(result.end == .exit(1))
      #expect(result.errors.contains("manual --list' failed"), "\(result.errors)")
      #expect(!scene.tree("out").contains { $0.hasSuffix(".gz") || $0.hasSuffix(".deb") })
    }
  }
}
