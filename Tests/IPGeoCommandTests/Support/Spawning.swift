import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why a process could not be started.
struct SpawnError: Error {
  var step: String
  var code: Int32
}

/// What one of a new process's descriptors 0 to 2 becomes.
enum DescriptorPlan {
  /// A copy of a descriptor of this process.
  case copy(Int32)
  /// A file that the new process opens itself.
  case open(path: String, flags: Int32)
  /// Closed.
  case closed
}

/// Starts a process with exactly the given environment, folder and descriptors, default signals and
/// nothing blocked.
///
/// Not with Foundation's `Process`, which changes how signals are handled.
func spawn(
  _ path: String, _ arguments: [String], environment: [String: String], folder: String,
  descriptors: [DescriptorPlan], isSessionLeader: Bool = false
) throws(SpawnError) -> pid_t {
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
  try addFolder(folder, to: &actions)
  for (number, plan) in descriptors.enumerated() {
    switch plan {
    case .copy(let source): posix_spawn_file_actions_adddup2(&actions, source, Int32(number))
    case .open(let path, let flags):
      posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o666)
    case .closed: posix_spawn_file_actions_addclose(&actions, Int32(number))
    }
  }
  var all = sigset_t()
  sigfillset(&all)
  // Neither can be changed, and asking for it is an error on some systems.
  sigdelset(&all, SIGKILL)
  sigdelset(&all, SIGSTOP)
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setsigmask(&attributes, &none)
  var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
  if isSessionLeader { flags |= sessionFlag }
  posix_spawnattr_setflags(&attributes, Int16(flags))

  var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
  var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") }
  words.append(nil)
  variables.append(nil)
  defer { for word in words + variables { free(word) } }
  var process: pid_t = 0
  let code = descriptorLock.withLock {
    posix_spawn(&process, path, &actions, &attributes, words, variables)
  }
  guard code == 0 else { throw SpawnError(step: "posix_spawn \(path)", code: code) }
  return process
}

#if canImport(Darwin)
  private let sessionFlag = Int32(POSIX_SPAWN_SETSID)

  private func addFolder(
    _ folder: String, to actions: inout posix_spawn_file_actions_t?
  ) throws(SpawnError) {
    posix_spawn_file_actions_addchdir_np(&actions, folder)
  }
#else
  // POSIX_SPAWN_SETSID of glibc and musl; their headers show it only to who asks for extensions.
  private let sessionFlag: Int32 = 0x80

  private func addFolder(
    _ folder: String, to actions: inout posix_spawn_file_actions_t
  ) throws(SpawnError) {
    typealias Function =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
      ) -> Int32
    // Not in the headers that Swift sees, for the same reason.
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else {
      throw SpawnError(step: "dlsym", code: ENOSYS)
    }
    let code = unsafeBitCast(symbol, to: Function.self)(&actions, folder)
    guard code == 0 else { throw SpawnError(step: "addchdir", code: code) }
  }
#endif

/// Held while a descriptor exists that a new process would inherit, and while one is started.
let descriptorLock = NSLock()

/// A pipe whose ends no other child inherits.
func makePipe() throws(SpawnError) -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  let code = descriptorLock.withLock {
    let code = pipe(&ends)
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return code
  }
  guard code == 0 else { throw SpawnError(step: "pipe", code: errno) }
  return (ends[0], ends[1])
}

/// A pseudo-terminal: our end, theirs, and the name that the process opens.
func makeTerminal() throws(SpawnError) -> (ours: Int32, theirs: Int32, name: String) {
  var ours: Int32 = -1
  var theirs: Int32 = -1
  let code = descriptorLock.withLock {
    let code = openpty(&ours, &theirs, nil, nil, nil)
    for end in [ours, theirs] where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return code
  }
  var name = [CChar](repeating: 0, count: 256)
  guard code == 0, ttyname_r(theirs, &name, name.count - 1) == 0 else {
    throw SpawnError(step: "openpty", code: errno)
  }
  let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return (ours, theirs, text)
}
