internal import CCurl

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A loaded libcurl.
///
/// `@unchecked Sendable`: the pointer leads to a table that is never written after it was made,
/// and never freed.
struct CurlLibrary: @unchecked Sendable {
  let pointer: OpaquePointer

  /// libcurl 7.80 and later ask before a request goes out, also before they repeat it unasked.
  let asksBeforeRequest: Bool

  /// The process's libcurl; `takenForOld` treats it, in tests, as one older than 7.80.
  init(takenForOld: Bool = false) throws(TransportError) {
    var failure: Int32 = 0
    try self.init(
      pointer: ccurl_shared(&failure), failure: failure, oldest: takenForOld ? .max : 0x07_5000)
  }

  /// The first loadable of some other names; for tests of what happens without any.
  init(named names: [String]) throws(TransportError) {
    var failure: Int32 = 0
    var pointers = names.map { UnsafePointer(strdup($0)) }
    defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    try self.init(pointer: ccurl_open(&pointers, pointers.count, &failure), failure: failure)
  }

  private init(
    pointer: OpaquePointer?, failure: Int32, oldest: UInt32 = 0x07_5000
  ) throws(TransportError) {
    guard let pointer else {
      let isOld = failure == Int32(CCURL_TOO_OLD.rawValue)
      throw TransportError(
        code: .libraryMissing,
        message: isOld
          ? "libcurl is too old: 7.68 or later is needed"
          : "libcurl is missing: install it (apt-get install libcurl4, or dnf install libcurl)")
    }
    self.pointer = pointer
    asksBeforeRequest = ccurl_version_number(pointer) >= oldest
  }

  /// As "7.88.1".
  var version: String { String(cString: ccurl_version(pointer)) }
}
