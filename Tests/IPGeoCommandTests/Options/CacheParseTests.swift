import IPGeoEnrichment
import Testing

@testable import IPGeoCommand

private func raw(_ action: CacheAction, _ change: (inout RawCacheOptions) -> Void = { _ in })
  -> RawCacheOptions
{
  var options = RawCacheOptions(action)
  change(&options)
  return options
}

private func parse(_ arguments: String...) throws -> Invocation {
  try Invocation.parse(["cache"] + arguments)
}

@Suite struct CacheParseTests {
  @Test(arguments: CacheAction.allCases)
  func `every word takes what all take`(action: CacheAction) throws {
    #expect(try parse(action.rawValue) == .cache(raw(action)))
    #expect(
      try parse(action.rawValue, "-q", "--cache", "c.db", "--color=never", "-v")
        == .cache(
          raw(action) {
            $0.cache = "c.db"
            $0.color = .never
            $0.verbosity = .verbose
          }))
    #expect(try parse(action.rawValue, "-h") == .show(Help.cache(action).text(isLong: false)))
    #expect(try parse(action.rawValue, "--help") == .show(Help.cache(action).text(isLong: true)))
    #expect(try parse(action.rawValue, "--version") == .show("ipgeo 0.1.0-dev\n"))
    let help = try Invocation.parse(["help", "cache", action.rawValue])
    #expect(help == .show(Help.cache(action).text(isLong: true)))
  }

  @Test func `some take more`() throws {
    #expect(try parse("stats", "--format", "json") == .cache(raw(.stats) { $0.format = .json }))
    #expect(
      try parse("prune", "--older-than=36h")
        == .cache(raw(.prune) { $0.olderThanNanoseconds = 36 * 3_600_000_000_000 }))
    #expect(try parse("export", "-oFILE") == .cache(raw(.export) { $0.output = "FILE" }))
    #expect(try parse("import", "a", "-") == .cache(raw(.import) { $0.inputs = ["a", "-"] }))
  }

  @Test func `the word alone shows how to use it`() throws {
    #expect(try parse() == .showUsage(Help.cache.text(isLong: false)))
    #expect(try parse("-h") == .show(Help.cache.text(isLong: false)))
    #expect(try parse("--help") == .show(Help.cache.text(isLong: true)))
    #expect(try Invocation.parse(["help", "cache"]) == .show(Help.cache.text(isLong: true)))
    #expect(try parse("--version") == .show("ipgeo 0.1.0-dev\n"))
  }

  @Test func `the store is where the option says, else the environment`() throws {
    func path(_ option: String?, _ environment: [String: String]) throws -> String? {
      try CacheOptions(raw(.path) { $0.cache = option }, environment: environment).path
    }
    let all = ["IPGEO_CACHE": "named.db", "XDG_CACHE_HOME": "/x", "HOME": "/h"]
    #expect(try path("o.db", all) == "o.db")
    #expect(try path(nil, all) == "named.db")
    #expect(try path(nil, ["XDG_CACHE_HOME": "/x", "HOME": "/h"]) == "/x/ipgeo/answers.db")
    #expect(try path(nil, ["XDG_CACHE_HOME": "x", "HOME": "/h"]) == "/h/.cache/ipgeo/answers.db")
  }

  @Test func `without a place for it there is an error that says what to set`() throws {
    var options = try CacheOptions(raw(.path), environment: ["HOME": "/h"])
    options.path = nil
    do {
      _ = try CacheCommand(options, diagnostics: Diagnostics(level: .quiet))
      Issue.record("it has a place")
    } catch {
      #expect(error.code == .cannotCreate)
      for word in ["HOME", "XDG_CACHE_HOME", "IPGEO_CACHE", "--cache"] {
        #expect(error.message.contains(word))
      }
    }
  }

  @Test func `defaults are filled in`() throws {
    let options = try CacheOptions(raw(.import), environment: [:])
    #expect(options.inputs == [.standardInput] && options.readsStandardInputUnasked)
    #expect(options.olderThanSeconds == 60 * 86_400)
    let fine = try CacheOptions(
      raw(.prune) { $0.olderThanNanoseconds = 1_500_000_000 }, environment: [:])
    #expect(fine.olderThanSeconds == 2)
    #expect(
      try CacheOptions(raw(.export) { $0.output = "-" }, environment: [:]).output == nil)
  }
}
