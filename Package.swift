// swift-tools-version: 6.2
import PackageDescription

// Targets stand in the order of the way through: a target may depend only on targets above it.
// `scripts/check-imports` holds the sources to this list.

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
        "IPGeoAddresses", "IPGeoByteStreams", "IPGeoJSON", "IPGeoCore", "IPGeoRateLimit",
        "IPGeoTransport", "IPGeoAPI", "IPGeoISS", "IPGeoMaxMind", "IPGeoStore", "IPGeoRecords",
        "IPGeoEnrichment", "IPGeoSummaries", "IPGeoMaps",
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
