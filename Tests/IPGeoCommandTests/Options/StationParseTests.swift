import IPGeoISS
import IPGeoMaps
import Testing

@testable import IPGeoCommand

private func station(
  _ arguments: String..., environment: [String: String] = [:]
) throws -> StationOptions {
  guard case .station(let raw) = try Invocation.parse(["iss"] + arguments) else {
    throw UsageError.emptyOperand
  }
  return try StationOptions(raw, environment: environment)
}

@Suite struct StationParseTests {
  @Test func `fills in the defaults`() throws {
    let options = try station()
    #expect(options.format == nil && options.map == nil && !options.watches)
    #expect(options.every == 10_000_000_000 && options.timeout == 8_000_000_000)
    #expect(options.url == "http://api.open-notify.org/iss-now.json")
    #expect(options.color == .auto && options.verbosity == .normal)
  }

  @Test func `takes what was typed`() throws {
    let options = try station(
      "--format", "json", "--map=a/b.GeoJSON", "--watch", "--every", "5s", "--timeout", "500ms",
      "--color", "never", "-v")
    #expect(options.format == .json && options.watches && options.every == 5_000_000_000)
    #expect(try options.map == MapTarget("a/b.GeoJSON"))
    #expect(options.timeout == 500_000_000 && options.color == .never)
    #expect(options.verbosity == .verbose)
  }

  @Test(arguments: ["x", "-", "map.json", "html", "x.svg.gz", "x.svg/"])
  func `a map's extension says what it is, or nothing is done`(path: String) {
    #expect(throws: UsageError.self) { try station("--map", path) }
  }

  static let urls = [
    ("http://h", "http://h/iss-now.json"), ("http://h/", "http://h/iss-now.json"),
    ("HTTPS://H.example:8443", "https://h.example:8443/iss-now.json"),
    ("http://[::1]:80", "http://[::1]:80/iss-now.json"),
    ("http://h/iss-now/", "http://h/iss-now/"), ("http://h/a?k=1:2", "http://h/a?k=1:2"),
    ("http://h?x=/a/../b", "http://h?x=/a/../b"),
  ]

  @Test(arguments: urls)
  func `a URL is used as given, and a host alone has the usual path`(
    given: String, used: String
  ) throws {
    #expect(try station("--url", given).url == used)
    #expect(try station(environment: ["IPGEO_ISS_URL": given]).url == used)
  }

  @Test(arguments: [
    "h", "//h/x", "ftp://h/x", "http://", "http:///x", "http://h:0/x", "http://h:x/", "http://a b/",
    "http://u@h/", "http://h/#x", "http://h/?a#b", "http://h/\u{E9}", "http://h/?\n", "http://[1]/",
  ])
  func `what is no URL is refused before anything is asked`(url: String) {
    #expect(throws: UsageError.self) { try station("--url", url) }
    #expect(throws: UsageError.self) { try station(environment: ["IPGEO_ISS_URL": url]) }
  }

  @Test func `an option wins over the environment, and an empty variable is none`() throws {
    let environment = ["IPGEO_ISS_URL": "http://e/x"]
    #expect(try station("--url", "http://o/x", environment: environment).url == "http://o/x")
    #expect(
      try station(environment: ["IPGEO_ISS_URL": ""]).url == StationService.standardURL)
  }

  @Test func `help names every option and variable`() {
    for isLong in [true, false] {
      let help = Help.station.text(isLong: isLong)
      for option in StationTable.table.facts { #expect(help.contains(option.longForm)) }
    }
    for variable in ["IPGEO_ISS_URL", "NO_COLOR", "LC_ALL", "http_proxy"] {
      #expect(Help.station.text(isLong: true).contains(variable))
    }
  }
}
