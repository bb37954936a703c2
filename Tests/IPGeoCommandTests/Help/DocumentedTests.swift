import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoCommand

/// A command and its page, with those of the words that follow it.
struct KnownCommand: Sendable, CustomTestStringConvertible {
  /// As `cache stats`; empty for the program itself.
  var words: [String]
  var page: HelpPage

  var testDescription: String { (["ipgeo"] + words).joined(separator: " ") }

  /// All of them, but for `help`, which has no page.
  static let all: [KnownCommand] =
    [KnownCommand(words: [], page: ProgramTable.program.page())]
    + ProgramTable.program.members.flatMap { under($0, []) }

  private static func under(_ command: Command, _ words: [String]) -> [KnownCommand] {
    guard command.hasOwnPage else { return [] }
    let words = words + [command.name]
    return [KnownCommand(words: words, page: command.page())]
      + (command.group?.members ?? []).flatMap { under($0, words) }
  }
}

/// Nothing that a user can meet is undocumented: in help, in the manual and in the README.
@Suite struct DocumentedTests {
  private static let readme = (try? Repository.text("README.md")) ?? ""

  /// The page of the manual that speaks of a command.
  private func manual(_ command: KnownCommand) throws -> String {
    try #require(Manual.page(command.words.first ?? "ipgeo")).text
  }

  @Test(arguments: KnownCommand.all)
  func `every option is in both helps, in the manual and in the README`(command: KnownCommand)
    throws
  {
    let manual = try manual(command)
    for option in command.page.options {
      for form in option.forms {
        #expect(says(form, command.page.text(isLong: true)), "\(form): --help")
        #expect(says(form, command.page.text(isLong: false)), "\(form): -h")
      }
      let mdoc = MdocText.escape(option.name)
      #expect(manual.contains("Fl \\-\(mdoc)"), "\(option.longForm): the manual")
      if let short = option.short { #expect(manual.contains(".It Fl \(short) "), "-\(short)") }
      #expect(isInReadme(option.longForm), "\(option.longForm): README.md")
    }
  }

  @Test(arguments: KnownCommand.all)
  func `every choice is told`(command: KnownCommand) throws {
    for option in command.page.options {
      guard case .words(let words) = option.completion else { continue }
      let told = "\(option.placeholder ?? "") \(option.details)"
      for word in words { #expect(says(word, told), "\(option.longForm) \(word)") }
    }
  }

  @Test(arguments: KnownCommand.all)
  func `every command is told with its codes`(command: KnownCommand) throws {
    let manual = try manual(command)
    #expect(!command.page.purpose.isEmpty && command.page.purpose.hasSuffix("."))
    #expect(manual.contains(".Sh EXIT STATUS\n"))
    #expect(manual.contains(".Sh EXAMPLES\n"))
    if let last = command.words.last {
      #expect(isInReadme("ipgeo \(command.words.joined(separator: " "))"), "\(last): README.md")
    }
  }

  @Test(arguments: ExitCode.allCases) func `every exit code is told`(code: ExitCode) throws {
    #expect(Help.batch.text(isLong: true).contains("\n  \(code.rawValue) "))
    #expect(try #require(Manual.page("batch")).text.contains(".It Sy \(code.rawValue)\n"))
    #expect(isInReadme("\(code.rawValue)"), "README.md")
    #expect(!code.meaning.isEmpty)
  }

  @Test(arguments: Status.allCases) func `every status is told`(status: Status) throws {
    #expect(Help.batch.text(isLong: true).contains("\n  \(status.word) "))
    #expect(try #require(Manual.page("batch")).text.contains(".It Sy \(status.word)\n"))
    #expect(isInReadme(status.word), "README.md")
    for reason in status.reasons { #expect(isInReadme(reason), "\(reason): README.md") }
  }

  @Test(arguments: Reason.allCases) func `every reason is told`(reason: Reason) throws {
    #expect(says(reason.rawValue, Help.batch.text(isLong: true)), "--help")
    let mdoc = MdocText.escape(reason.rawValue)
    #expect(try #require(Manual.page("batch")).text.contains(".It Sy \(mdoc)\n"), "the manual")
    #expect(isInReadme(reason.rawValue), "README.md")
    #expect(!reason.meaning.isEmpty, "Reason+Meaning.swift")
  }

  @Test(arguments: Field.allCases) func `every column is told`(field: Field) throws {
    #expect(says(field.name, Help.batch.text(isLong: true)), "--help")
    #expect(
      try #require(Manual.page("batch")).text.contains(".It Sy \(field.name)\n"), "the manual")
    #expect(isInReadme(field.name), "README.md, under Columns")
    #expect(!field.meaning.isEmpty, "Field+Kind.swift")
  }

  @Test func `every variable is told`() throws {
    let help = KnownCommand.all.map { $0.page.text(isLong: true) }.joined()
    let manual = Manual.pages.map(\.text).joined()
    // These are the terminal's and the system's: help speaks of them where they matter.
    for name in ProcessEnvironment.names where !["TERM", "TMPDIR"].contains(name) {
      #expect(says(name, help), "\(name): help")
      #expect(says(name, manual), "\(name): the manual")
      #expect(isInReadme(name), "\(name): README.md")
    }
  }

  /// Whether the README has it in a span of code, alone or with something behind it.
  private func isInReadme(_ word: String) -> Bool {
    ["`", " ", "=", ","].contains { Self.readme.contains("`\(word)\($0)") }
  }

  /// Whether a text has it as a word.
  private func says(_ word: String, _ text: String) -> Bool {
    text.ranges(of: word).contains { range in
      let before =
        range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : " "
      let after = range.upperBound < text.endIndex ? text[range.upperBound] : " "
      return !isPart(before) && !isPart(after)
    }
  }

  private func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_".contains(character)
  }
}
