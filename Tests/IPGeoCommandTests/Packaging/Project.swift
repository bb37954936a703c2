import Foundation
import Testing

/// The checkout that the tests were built from, with its scripts.
enum Project {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func script(_ name: String) -> String { root.appending(path: "scripts/\(name)").path }

  /// Whether all of these programs are at hand.
  static func has(_ programs: String...) -> Bool {
    programs.allSatisfy { name in
      searchPath.split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      }
    }
  }

  static var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" }
}

extension Scene {
  /// A program in place of the built one, which is too large to be packed in every test: it answers
  /// what the scripts ask of it, by printing what it was asked.
  func writePlaceholder(version: String = "1.2.3") async throws -> String {
    try await writeProgram(
      "placeholder",
      """
      #!/bin/sh
      case "$*" in
        --version) echo "ipgeo \(version)" ;;
        "manual --list") printf 'ipgeo\\nipgeo-batch\\n' ;;
        "manual "* | "completion "*) echo "$*" ;;
        *) exit 64 ;;
      esac

      """)
  }

  /// Makes a program of a text.
  ///
  /// By another process: were it written by this one, a process that another test starts meanwhile
  /// would hold it open for writing, and nothing could start it ("Text file busy").
  func writeProgram(_ name: String, _ text: String) async throws -> String {
    try write(name + ".text", text)
    let copy = try await run(
      "/bin/sh", ["-c", "cp \"$0.text\" \"$0\" && chmod 755 \"$0\"", path(name)])
    #expect(copy.end == .exit(0), "\(copy.errors)")
    return path(name)
  }

  /// Runs one of the project's scripts, or another program, to its end.
  func run(
    _ program: String, _ arguments: [String] = [], variables: [String: String?] = [:]
  ) async throws -> RunResult {
    var all = variables
    all["PATH"] = Project.searchPath
    let run = try start(program: program, arguments, variables: all, deadline: 120)
    return await run.result()
  }

  /// Every file and folder below a folder of the scene, sorted; folders end in a slash.
  func tree(_ name: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: path(name))?.allObjects as? [String] ?? []
    return found.map { entry in
      let url = URL(filePath: path("\(name)/\(entry)"))
      let isFolder = try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
      return isFolder == true ? entry + "/" : entry
    }.sorted()
  }
}
