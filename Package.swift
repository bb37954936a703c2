// swift-tools-version: 6.2
import PackageDescription

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies,
    swiftSettings: settings)
}

// MARK: The version

/// What a build is called that no tag names: the version to come.
let untagged = "0.1.0-dev"

/// `git archive` puts the nearest tag here, as `v1.2.3`, or `v1.2.3-4-g0123abc` where that is four
/// commits back.
let archived = "$Format:%(describe:tags=true,match=v[0-9]*)$"

/// `1.2.3` or `1.2.3-rc.1`, and nothing else that a tag or a variable may hold.
func isVersion(_ text: Substring) -> Bool {
  let core = text.prefix { $0 != "-" }
  let numbers = core.split(separator: ".", omittingEmptySubsequences: false)
  let label = text.dropFirst(core.count)
  return numbers.count == 3
    && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    && (label.isEmpty || label.count > 1)
    && label.utf8.allSatisfy {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D || $0 == 0x2E
    }
}

/// The version that a tag names, as `v1.2.3` does.
func version(ofTag tag: String) -> String? {
  tag.hasPrefix("v") && isVersion(tag.dropFirst()) ? String(tag.dropFirst()) : nil
}

/// The tag in an archive's text, unless that counts commits from it.
func tag(ofArchive text: String) -> String? {
  let parts = text.split(separator: "-", omittingEmptySubsequences: false)
  let isFarther =
    parts.count > 2 && parts[parts.count - 1].hasPrefix("g") && Int(parts[parts.count - 2]) != nil
  return isFarther ? nil : text
}

/// IPGEO_VERSION, which the scripts set; else the tag of the checkout; else that of the archive.
func versionToBuild() -> String {
  if let given = Context.environment["IPGEO_VERSION"], !given.isEmpty {
    guard isVersion(given[...]) else {
      fatalError("IPGEO_VERSION is '\(given)', which is no version: write it as 1.2.3")
    }
    return given
  }
  // A folder within another project's checkout would be told that one's tag.
  if access(Context.packageDirectory + "/.git", F_OK) == 0,
    let tag = Context.gitInformation?.currentTag, let version = version(ofTag: tag)
  {
    return version
  }
  return tag(ofArchive: archived).flatMap(version(ofTag:)) ?? untagged
}

// MARK: The package

// Targets stand in the order of the way through: a target may depend only on targets above it.
// `scripts/check-imports` holds the sources to this list.

let package = Package(
  name: "ipgeo",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "ipgeo", targets: ["IPGeoMain"]),
    .executable(name: "ipgeo-stand-in", targets: ["IPGeoStandInMain"]),
    .library(name: "IPGeo", targets: ["IPGeo"]),
    .library(name: "IPGeoAddresses", targets: ["IPGeoAddresses"]),
    .library(name: "IPGeoMaxMind", targets: ["IPGeoMaxMind"]),
  ],
  targets: [
    // The system's SQLite, with its headers: libsqlite3-dev on Debian, part of the SDK on macOS.
    .systemLibrary(
      name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"])]),
    room("IPGeoAddresses"),
    room("IPGeoByteStreams"),
    room("IPGeoJSON", ["IPGeoByteStreams"]),
    room("IPGeoCore", ["IPGeoAddresses"]),
    room("IPGeoRateLimit"),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    room("IPGeoTransport", ["CCurl"]),
    .target(
      name: "CIPGeoVersion",
      cSettings: [.define("IPGEO_VERSION", to: "\"\(versionToBuild())\"")]),
    room(
      "IPGeoAPI",
      [
        "IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoRateLimit",
        "IPGeoTransport",
      ]),
    room("IPGeoISS", ["IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoTransport"]),
    room("IPGeoMaxMind", ["IPGeoAddresses", "IPGeoByteStreams", "IPGeoCore"]),
    room("IPGeoStore", ["CSQLite", "IPGeoAddresses", "IPGeoCore", "IPGeoRateLimit"]),
    room("IPGeoRecords", ["IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON", "IPGeoCore"]),
    room(
      "IPGeoEnrichment",
      ["IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoRecords"]),
    room(
      "IPGeoSummaries",
      ["IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoRecords"]),
    // The page's own files are compiled in as text: `scripts/generate-page`.
    room(
      "IPGeoMaps",
      ["IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoRecords", "IPGeoSummaries"],
      exclude: ["Page/Web"]),
    // What the library's public interfaces name comes with it.
    room(
      "IPGeo",
      [
        "IPGeoAddresses", "IPGeoByteStreams", "IPGeoCore", "IPGeoRateLimit", "IPGeoTransport",
        "IPGeoAPI", "IPGeoMaxMind", "IPGeoRecords", "IPGeoEnrichment",
      ]),
    room(
      "IPGeoCommand",
      [
        "CIPGeoVersion", "IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON", "IPGeoCore",
        "IPGeoRateLimit", "IPGeoTransport", "IPGeoAPI", "IPGeoISS", "IPGeoMaxMind", "IPGeoStore",
        "IPGeoRecords", "IPGeoEnrichment", "IPGeoSummaries", "IPGeoMaps",
      ]),
    .executableTarget(
      name: "IPGeoMain", dependencies: ["IPGeoCommand"], swiftSettings: settings),

    // A writer of MaxMind databases: test support.
    room("IPGeoMaxMindWriter", ["IPGeoAddresses", "IPGeoMaxMind"]),
    // What `scripts/bench` measures the database reader with.
    .executableTarget(
      name: "IPGeoBenchMain",
      dependencies: [
        "IPGeoAddresses", "IPGeoByteStreams", "IPGeoCore", "IPGeoMaxMind", "IPGeoRecords",
      ],
      swiftSettings: settings),
    // The stand-in of the two services: test support, and the demo's server.
    room("IPGeoStandIn", ["IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON"]),
    .executableTarget(
      name: "IPGeoStandInMain", dependencies: ["IPGeoStandIn"], swiftSettings: settings),

    tests("IPGeoAddresses"),
    tests("IPGeoByteStreams"),
    tests("IPGeoJSON"),
    tests("IPGeoCore", ["IPGeoAddresses"]),
    tests("IPGeoRateLimit"),
    tests("IPGeoTransport"),
    tests(
      "IPGeoAPI",
      ["IPGeoAddresses", "IPGeoCore", "IPGeoRateLimit", "IPGeoTransport", "IPGeoStandIn"]),
    tests(
      "IPGeoMaxMind", ["IPGeoAddresses", "IPGeoByteStreams", "IPGeoCore", "IPGeoMaxMindWriter"]),
    tests("IPGeoStore", ["CSQLite", "IPGeoAddresses", "IPGeoCore", "IPGeoRateLimit"]),
    tests("IPGeoRecords", ["IPGeoAddresses", "IPGeoByteStreams", "IPGeoCore", "IPGeoJSON"]),
    tests(
      "IPGeoEnrichment",
      ["IPGeoAddresses", "IPGeoByteStreams", "IPGeoCore", "IPGeoJSON", "IPGeoRecords"]),
    // What the fuzzers of `scripts/fuzz` test, on the inputs of `fixtures/fuzz`.
    .testTarget(
      name: "IPGeoFuzzTests",
      dependencies: [
        "IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoMaxMind",
        "IPGeoRecords", "IPGeoEnrichment", "IPGeoMaxMindWriter",
      ], swiftSettings: settings),
    tests(
      "IPGeoCommand",
      [
        "IPGeoMain", "CSQLite", "IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON", "IPGeoCore",
        "IPGeoRateLimit", "IPGeoTransport", "IPGeoAPI", "IPGeoISS", "IPGeoMaxMind", "IPGeoStore",
        "IPGeoRecords", "IPGeoEnrichment", "IPGeoSummaries", "IPGeoMaps", "IPGeoStandIn",
        "IPGeoMaxMindWriter",
      ]),
    tests("IPGeoISS", ["IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoTransport"]),
    tests(
      "IPGeoSummaries",
      ["IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoRecords"]),
    tests(
      "IPGeoMaps", ["IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoSummaries"]),
    tests("IPGeoStandIn", ["IPGeoStandInMain", "IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON"]),
  ]
)
