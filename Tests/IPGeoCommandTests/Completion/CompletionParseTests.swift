import Testing

@testable import IPGeoCommand

@Suite struct CompletionParseTests {
  @Test(arguments: Shell.allCases) func `prints a script`(shell: Shell) throws {
    let shown = try Invocation.parse(["completion", shell.rawValue])
    #expect(shown == .show(shell.script(CompletionNode.all)))
  }

  @Test(arguments: [
    ([], "no shell is named: name one of bash, zsh, fish"),
    ([""], "no shell is named: name one of bash, zsh, fish"),
    (["zhs"], "unknown shell 'zhs'; the nearest is zsh. Try 'ipgeo completion --help'."),
    (["zsh", "x"], "ipgeo completion takes no 'x' there. Try 'ipgeo completion --help'."),
  ])
  func `refuses what is no shell`(words: [String], message: String) {
    do throws(UsageError) {
      _ = try Invocation.parse(["completion"] + words)
      Issue.record("it was taken")
    } catch {
      #expect(error.message == message)
      #expect(error.exitCode == .usage)
    }
  }

  @Test func `every place on a line is known`() {
    let places = CompletionNode.all.map(\.place)
    #expect(Set(places).count == places.count)
    #expect(Set(KnownCommand.all.map { $0.words.joined(separator: " ") }).isSubset(of: places))
    #expect(places.contains("help") && places.contains("help cache"))
  }

  /// A new option says what its value is; free text is no value to offer anything for.
  @Test func `values that name files are completed`() {
    for command in KnownCommand.all {
      for option in command.page.options where option.placeholder == "FILE" {
        switch option.completion {
        case .file, .files: break
        default: Issue.record("\(option.longForm) of \(command.testDescription) offers no files")
        }
      }
    }
  }
}
