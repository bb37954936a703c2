import Foundation
import IPGeoStandIn
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a test of the built command works in: a folder, a service, and the runs that it starts.
final class Scene: Sendable {
  /// An empty folder in which the command runs.
  let folder: URL
  /// The service; `nil`: the test has one of its own, or none.
  let server: StandInServer?
  private let root: URL
  private let runs = Mutex<[CommandRun]>([])

  /// The command as built beside the tests.
  static var command: String {
    let bundle = CommandLine.arguments.first ?? ""
    let url = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    let beside = url.appending(path: "ipgeo").path
    if FileManager.default.isExecutableFile(atPath: beside) { return beside }
    return Bundle.main.bundleURL.appending(path: "ipgeo").path
  }

  fileprivate init(server: StandInServer?) throws {
    self.server = server
    root = FileManager.default.temporaryDirectory.appending(path: "ipgeo-\(UUID())")
    folder = root.appending(path: "work")
    for name in ["work", "home", "cache", "state", "tmp"] {
      try FileManager.default.createDirectory(
        at: root.appending(path: name), withIntermediateDirectories: true)
    }
  }

  fileprivate func close() {
    for run in runs.withLock({ $0 }) { run.killNow() }
    server?.stop()
    try? FileManager.default.removeItem(at: root)
  }

  /// A clean environment: folders of its own, no proxy, no key.
  var environment: [String: String] {
    var variables = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm",
      "HOME": root.appending(path: "home").path, "TMPDIR": root.appending(path: "tmp").path,
      "XDG_CACHE_HOME": root.appending(path: "cache").path,
      "XDG_STATE_HOME": root.appending(path: "state").path,
      "XDG_CONFIG_HOME": root.appending(path: "config").path,
    ]
    // A crash must end the process at once, and coverage is counted in the command too.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
    return variables
  }

  // MARK: Files

  func path(_ name: String) -> String { folder.appending(path: name).path }

  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: folder.appending(path: name))
    return path(name)
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// The names in the command's folder, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  // MARK: Running

  /// Starts `ipgeo` with these arguments; variables that are `nil` are not set.
  func start(
    _ arguments: [String], input: RunInput = .null, output: RunOutput = .collected,
    errors: RunOutput = .collected, variables: [String: String?] = [:], deadline: Double = 60
  ) throws -> CommandRun {
    try start(
      program: Self.command, arguments, input: input, output: output, errors: errors,
      variables: variables, deadline: deadline)
  }

  /// Starts any program in the same way.
  func start(
    program: String, _ arguments: [String], input: RunInput = .null,
    output: RunOutput = .collected, errors: RunOutput = .collected,
    variables: [String: String?] = [:], deadline: Double = 60
  ) throws -> CommandRun {
    var all = environment
    for (name, value) in variables { all[name] = value }
    let run = try CommandRun(
      program, arguments, environment: all, folder: folder.path, input: input, output: output,
      errors: errors, deadline: deadline)
    runs.withLock { $0.append(run) }
    return run
  }

  /// The arguments of a batch that asks the scene's service.
  func batchArguments(_ arguments: [String]) -> [String] {
    ["batch"] + (server.map { ["--api-url", $0.baseURL] } ?? []) + arguments
  }

  /// Starts `ipgeo batch` against the scene's service.
  func startBatch(
    _ arguments: [String] = [], input: RunInput = .null, output: RunOutput = .collected,
    errors: RunOutput = .collected, variables: [String: String?] = [:], deadline: Double = 60
  ) throws -> CommandRun {
    try start(
      batchArguments(arguments), input: input, output: output, errors: errors,
      variables: variables, deadline: deadline)
  }

  /// Runs `ipgeo batch` against the scene's service to its end.
  func batch(
    _ arguments: [String] = [], input: RunInput = .null, output: RunOutput = .collected,
    errors: RunOutput = .collected, variables: [String: String?] = [:], deadline: Double = 60
  ) async throws -> RunResult {
    let run = try startBatch(
      arguments, input: input, output: output, errors: errors, variables: variables,
      deadline: deadline)
    return await run.result()
  }

  /// The texts that the service was asked for, in order.
  var asked: [String] { server?.log.flatMap(\.queries) ?? [] }
}

/// Runs a test's steps in a scene of its own, with a service of no limit unless told otherwise.
func withScene(
  _ configure: (inout StandInServer.Configuration) -> Void = { _ in },
  _ steps: (Scene) async throws -> Void
) async throws {
  var configuration = StandInServer.Configuration()
  configuration.batchLimit = nil
  configuration.singleLimit = nil
  configure(&configuration)
  try await enter(server: { try StandInServer(configuration: configuration) }, steps)
}

/// Runs a test's steps in a scene without a service.
func withBareScene(_ steps: (Scene) async throws -> Void) async throws {
  try await enter(server: { nil }, steps)
}

private func enter(
  server: () throws -> StandInServer?, _ steps: (Scene) async throws -> Void
) async throws {
  await RunSlots.shared.enter()
  defer { RunSlots.shared.leave() }
  let scene = try Scene(server: try server())
  do {
    try await steps(scene)
  } catch {
    await onThread { scene.close() }
    throw error
  }
  await onThread { scene.close() }
}
