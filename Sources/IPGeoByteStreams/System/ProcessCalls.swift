#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How a process ended.
public enum ProcessEnding: Hashable, Sendable {
  /// By itself, with this status.
  case status(Int32)
  /// By a signal.
  case signal(Int32)
  /// Nobody knows: somebody else has taken its status.
  case lost

  /// Whether it says that all went well.
  public var isSuccess: Bool { self == .status(0) }
}

// MARK: Starting and ending processes

extension System {
  #if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
  #else
    private typealias FileActions = posix_spawn_file_actions_t
  #endif

  /// Starts a program with these three descriptors and no other, in a process group of its own.
  ///
  /// Its signals have their default actions and none is held back, unless `holdsSignals`: then those
  /// that ask a process to end are, as where a service manager sends them to each process of a job.
  /// The group keeps the keyboard's signals from it: whoever started it decides when it ends.
  static func spawn(
    _ path: String, _ arguments: [String], environment: [String], input: Int32, output: Int32,
    errors: Int32, holdsSignals: Bool
  ) throws(SystemError) -> Int32 {
    try check(path, "start")
    waitForChildren()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in [input, output, errors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    closeOthers(&actions)
    var (all, held) = (sigset_t(), sigset_t())
    sigfillset(&all)
    // Neither can be changed, and asking for it is an error on some systems.
    sigdelset(&all, SIGKILL)
    sigdelset(&all, SIGSTOP)
    sigemptyset(&held)
    if holdsSignals { for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&held, number) } }
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &held)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, spawnFlags)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) }
    words.append(nil)
    variables.append(nil)
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, words, variables)
    if code != 0 { throw SystemError(code: code, operation: "start", path: path) }
    return process
  }

  private static var spawnFlags: Int16 {
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    flags |= Int32(POSIX_SPAWN_SETPGROUP)
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    return Int16(truncatingIfNeeded: flags)
  }

  /// Also those that our own caller left open; ours are closed on exec anyway.
  private static func closeOthers(_ actions: inout FileActions) {
    #if os(Linux)
      typealias Function =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      // Not in the headers that Swift sees, and not in a glibc before 2.34.
      guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
      _ = unsafeBitCast(symbol, to: Function.self)(&actions, 3)
    #endif
  }

  /// Where the caller had the ends of children ignored, their statuses would be lost.
  private static func waitForChildren() {
    var action = sigaction()
    guard sigaction(SIGCHLD, nil, &action) == 0 else { return }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // Function pointers have no equality; SIG_IGN is a number in a pointer's place.
    if unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      _ = signal(SIGCHLD, SIG_DFL)
    }
  }

  /// Takes the status of a process that has ended; `nil` while it lives, unless `waits`.
  static func reap(_ process: Int32, waits: Bool) -> ProcessEnding? {
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, waits ? 0 : WNOHANG)
      if result == 0 { return nil }
      if result > 0 {
        let signal = status & 0x7f
        return signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
      }
      if errno != EINTR { return .lost }
    }
  }

  /// Ends a process of ours that has not been reaped, whether it likes that or not.
  static func end(_ process: Int32) { kill(process, SIGKILL) }

  /// Whether there is a program at `path` that this process may start.
  static func isProgram(_ path: String) -> Bool {
    guard let facts = try? facts(path: path), facts.kind == .regular else { return false }
    return access(path, X_OK) == 0
  }

  /// A variable of the environment.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// All variables of the environment, as `NAME=value`.
  ///
  /// To be called where no other thread changes one.
  static var environment: [String] {
    #if canImport(Darwin)
      var entry = _NSGetEnviron().pointee
    #else
      // The symbol itself is a variable that any thread might write, which Swift does not let by.
      guard let symbol = dlsym(nil, "environ") else { return [] }
      typealias List = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
      guard var entry = symbol.load(as: List?.self) else { return [] }
    #endif
    var all: [String] = []
    while let variable = entry.pointee {
      all.append(String(cString: variable))
      entry += 1
    }
    return all
  }

  /// Makes a pipe whose ends are closed on exec, neither in the place of a standard stream.
  ///
  /// Both ends wait.
  static func makePipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    let ends = try makeWakeEnds()
    for end in [ends.waited, ends.signalled] { _ = fcntl(end, F_SETFL, 0) }
    if min(ends.waited, ends.signalled) > 2 { return (ends.waited, ends.signalled) }
    defer {
      release(ends.waited)
      release(ends.signalled)
    }
    let reading = try duplicate(ends.waited, name: "a pipe")
    do throws(SystemError) {
      return (reading, try duplicate(ends.signalled, name: "a pipe"))
    } catch {
      release(reading)
      throw error
    }
  }

  /// Makes calls on a descriptor return where they would wait.
  static func setNonBlocking(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }

  /// Opens what swallows all that is written to it.
  static func openSink() throws(SystemError) -> Int32 {
    let opened = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if opened >= 0 { return opened }
    throw SystemError(code: errno, operation: "open", path: "/dev/null")
  }
}

// MARK: Threads

/// A thread that can be waited for, with every signal held back.
///
/// A write to a closed pipe is an error in it, whatever the process does about SIGPIPE.
final class SystemThread: Sendable {
  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() {
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      body()
    }
  }

  #if canImport(Glibc)
    private let thread: pthread_t
  #else
    // Set once, before the object is shared.
    nonisolated(unsafe) private let thread: pthread_t
  #endif

  /// Runs `body` on a new thread; `join` must follow.
  init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = Unmanaged.passRetained(Box(body))
    #if canImport(Glibc)
      var made = pthread_t()
    #else
      var made: pthread_t?
    #endif
    let code = pthread_create(&made, nil, Self.entry, box.toOpaque())
    #if canImport(Glibc)
      let started: pthread_t? = made
    #else
      let started = made
    #endif
    guard code == 0, let started else {
      box.release()
      throw SystemError(code: code, operation: "start", path: "a thread")
    }
    thread = started
  }

  /// Waits until the body has returned; to be called once.
  func join() { pthread_join(thread, nil) }

  #if canImport(Darwin)
    private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      {
        Unmanaged<Box>.fromOpaque($0).takeRetainedValue().run()
        return nil
      }
  #else
    private static let entry:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        if let box = $0 { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().run() }
        return nil
      }
  #endif
}
