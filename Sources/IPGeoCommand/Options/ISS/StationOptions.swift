internal import IPGeoAPI
internal import IPGeoISS
internal import IPGeoMaps

/// The options of `ipgeo iss`: checked, with the environment and the defaults filled in.
struct StationOptions: Hashable, Sendable {
  /// What is printed; nil: text on a terminal, JSON elsewhere.
  var format: StationFormat?
  var map: MapTarget?
  var watches: Bool
  /// Nanoseconds between two requests of a watch.
  var every: Int64
  /// The whole URL that is fetched.
  var url: String
  /// For all tries together, in nanoseconds.
  var timeout: Int64
  var color: WhenChoice
  var verbosity: Diagnostics.Level

  static let standardEvery: Int64 = 10_000_000_000
  /// The service asks for no more than one request in so long.
  static let leastEvery: Int64 = 5_000_000_000

  /// Checks what was typed against itself and the environment: option, environment, default.
  init(_ raw: RawStationOptions, environment: [String: String]) throws(UsageError) {
    if raw.every != nil, !raw.watches { throw .needs(option: "--every", "--watch") }
    format = raw.format
    map = try raw.map.map { (path) throws(UsageError) in try MapTarget(path) }
    watches = raw.watches
    every = raw.every ?? Self.standardEvery
    url = try Self.url(raw.url, environment) ?? StationService.standardURL
    timeout = raw.timeout ?? StationService.longestNanoseconds
    color = raw.color ?? .auto
    verbosity = Diagnostics.Level(raw.verbosity)
  }

  private static func url(_ typed: String?, _ environment: [String: String])
    throws(UsageError) -> String?
  {
    let variable = "IPGEO_ISS_URL"
    guard let text = typed ?? environment[variable], !text.isEmpty else { return nil }
    do throws(ServiceURL.Fault) {
      return try url(text)
    } catch {
      throw .badSecretValue(
        origin: typed == nil ? variable : "--url", ValueFault(error.description))
    }
  }

  /// Unlike a service's address, a URL is used as it stands, with its query; one without a path is
  /// a host that has the position where open-notify.org has it.
  private static func url(_ text: String) throws(ServiceURL.Fault) -> String {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .notPlain }
    if text.contains("#") { throw .fragment }
    let end = text.firstIndex(of: "?") ?? text.endIndex
    let service = try ServiceURL(text[..<end])
    if end == text.endIndex, service.path.isEmpty { return "\(service)/iss-now.json" }
    return text
  }
}
