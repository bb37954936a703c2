/// Descriptors 0, 1 and 2 at the start of a process.
public enum StandardStreams {
  /// Opens those of the three that the caller closed, so that no file of ours gets their number.
  ///
  /// A closed 0 reads as empty. A closed 1 or 2 is opened for reading only: what is written there
  /// fails (EBADF) instead of vanishing. To be called first in the process, before other threads.
  public static func openMissing() {
    for number in Int32(0)...2 where !System.isOpen(number) {
      guard let opened = try? System.openNull() else { continue }
      if opened == number { continue }
      System.duplicate(opened, as: number)
      System.release(opened)
    }
  }
}
