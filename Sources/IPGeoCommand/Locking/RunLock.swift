internal import Dispatch
internal import IPGeoByteStreams

/// The lock of `--lock FILE`: of the runs that name one file, one goes on and the others do not.
///
/// It is held until the process ends, however it ends, and not a moment less: letting go of the
/// value does not give it up. The file stays, for removing it would let two runs in at once. On
/// file systems of other machines the lock holds as far as theirs do.
struct RunLock: Sendable {
  private let file: LockFile

  /// Takes the lock on the file at `path`, which is made where there is none.
  /// - Parameters:
  ///   - path: The file; links are followed.
  ///   - waitNanoseconds: How long to wait for another holder to end; 0 answers at once.
  ///   - clock: Nanoseconds of a clock that does not step.
  ///   - sleep: Lets that many nanoseconds pass.
  ///   - onWait: Called once with a line for people, when the waiting begins.
  /// - Returns: The lock, which is held.
  /// - Throws: `locked` where another holds it when the wait is over, `cannotCreate` where the file
  ///   cannot be made, opened or locked.
  static func take(
    path: String, waitNanoseconds: Int64 = 0,
    clock: () -> Int64 = Clock.boottimeNanoseconds,
    sleep: (_ nanoseconds: Int64) async -> Void = RunLock.sleep,
    onWait: (String) -> Void = { _ in }
  ) async throws(CommandFault) -> RunLock {
    var wait = LockWait(nanoseconds: waitNanoseconds, now: clock())
    var hasToldOfWait = false
    var file = try open(path)
    while true {
      let attempt = file.attempt()
      let step = wait.next(after: attempt, now: clock())
      switch step {
      case .done: return RunLock(file: file)
      case .tryAgain(let nanoseconds):
        if !hasToldOfWait { onWait(LockMessages.waiting(path, attempt, waitNanoseconds)) }
        hasToldOfWait = true
        await sleep(nanoseconds)
      case .openAgain:
        file.close()
        file = try open(path)
      case .held(let holder):
        file.close()
        throw CommandFault(
          .locked, LockMessages.held(path, by: holder, waitNanoseconds: waitNanoseconds))
      case .failed(let code):
        file.close()
        throw CommandFault(.cannotCreate, LockMessages.cannotLock(path, code))
      }
    }
  }

  /// Gives the lock up before the process ends; to be called once at most.
  func release() { file.close() }

  /// The default of `sleep`: one that a cancelled task keeps, too, which would spin otherwise.
  static func sleep(nanoseconds: Int64) async {
    await withCheckedContinuation { continuation in
      let pause = DispatchTimeInterval.nanoseconds(Int(clamping: nanoseconds))
      DispatchQueue.global().asyncAfter(deadline: .now() + pause) { @Sendable in
        continuation.resume()
      }
    }
  }

  private static func open(_ path: String) throws(CommandFault) -> LockFile {
    do throws(LockFile.OpeningFault) {
      return try LockFile(opening: path)
    } catch {
      throw CommandFault(.cannotCreate, LockMessages.cannotOpen(path, error))
    }
  }
}
