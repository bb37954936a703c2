import Foundation
import Testing

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A number that no process has: beyond the greatest that Linux gives out.
private let deadProcess: Int32 = 2_000_000_000

struct StaleTemporaryTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func temporary(_ name: String, of process: Int32 = deadProcess) throws -> String {
    let made = ".\(name).tmp-\(process)-abc"
    try scratch.write("left", to: made)
    return made
  }

  /// Writes the file anew, as the next run does.
  private func run(_ name: String) throws {
    try ReplacedFile(path: scratch(name)).commit()
  }

  @Test func `what a killed process was writing is removed by the next`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) {
      let folder = NSTemporaryDirectory() + "/ipgeo-killed-\(UUID().uuidString)"
      mkdir(folder, 0o700)
      let file = try ReplacedFile(path: folder + "/out.csv")
      _ = write(file.descriptor, "half", 4)
      let line = "\n@" + folder + "@\n"
      _ = write(1, line, line.utf8.count)
      kill(getpid(), SIGKILL)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let folder = try #require(output.split(separator: "@").first { $0.hasPrefix("/") })
    defer { try? FileManager.default.removeItem(atPath: String(folder)) }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: String(folder)).sorted()
    }
    #expect(try names().count == 1)
    #expect(try names().allSatisfy { $0.hasPrefix(".out.csv.tmp-") })
    try ReplacedFile(path: folder + "/other").commit()
    #expect(try names().count == 2)
    try ReplacedFile(path: folder + "/out.csv").commit()
    #expect(try names() == ["other", "out.csv"])
  }

  @Test func `is removed before the new file is begun`() throws {
    let stale = try temporary("out")
    let file = try ReplacedFile(path: scratch("out"))
    #expect(!scratch.names.contains(stale))
    #expect(scratch.names.count == 1)
    file.discard()
  }

  @Test func `what is being written stays, in this process and in others`() throws {
    let first = try ReplacedFile(path: scratch("out"))
    let locked = try temporary("out")
    let other = open(scratch(locked), O_RDWR)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    try run("out")
    #expect(scratch.names.contains(locked))
    try first.commit()
    #expect(scratch.names == [locked, "out"])
  }

  @Test func `the number of a process that runs is believed`() throws {
    let parents = try temporary("out", of: getppid())
    try run("out")
    #expect(scratch.names == [parents, "out"])
  }

  @Test(.enabled(if: ProcessAge.processFacts(getpid()) != nil))
  func `a number that another process has by now is not`() throws {
    let reused = try temporary("out", of: getppid())
    // Changed before that process began.
    var times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
    utimes(scratch(reused), &times)
    // In a container each run may have the same number.
    _ = try temporary("out", of: getpid())
    try run("out")
    #expect(scratch.names == ["out"])
  }

  @Test func `a partial result and names that only look alike are never touched`() throws {
    let dead = "\(deadProcess)"
    let names = [
      "out.partial", ".out.partial", ".out.tmp-", ".out.tmp-\(dead)", ".out.tmp-\(dead)-",
      ".out.tmp-\(dead)-ABC", ".out.tmp-\(dead)-a.b", ".out.tmp-0\(dead)-abc",
      ".out.tmp-+\(dead)-abc", ".out.tmp--\(dead)-abc", ".out.tmp-0-abc",
      ".out.tmp-99999999999999999999-abc", ".out.tmp-\(dead)-00abc",
      ".out.tmp-\(dead)-zzzzzzzzzzzzzzzzzzzz", "out.tmp-\(dead)-abc", ".outer.tmp-\(dead)-abc",
      ".ou.tmp-\(dead)-abc", "..out.tmp-\(dead)-abc", ".out.csv.tmp-\(dead)-abc",
      ".out.tmp-\(dead)-abc.gz", ".Out.tmp-\(dead)-abc",
    ].sorted()
    for name in names { try scratch.write("mine", to: name) }
    let file = try ReplacedFile(path: scratch("out"))
    file.discard()
    #expect(scratch.names == names)
  }

  @Test func `names that are equal only as text are told apart`() throws {
    let stale = try temporary("e\u{301}")
    try run("\u{E9}")
    #expect(scratch.names.contains { $0.utf8.elementsEqual(stale.utf8) })
  }

  @Test func `links, folders and FIFOs of such a name stay`() throws {
    try scratch.write("mine", to: "precious")
    symlink("precious", scratch(".out.tmp-\(deadProcess)-a"))
    mkdir(scratch(".out.tmp-\(deadProcess)-b"), 0o700)
    mkfifo(scratch(".out.tmp-\(deadProcess)-c"), 0o600)
    try run("out")
    #expect(scratch.names.count == 5)
    #expect(scratch.text("precious") == "mine")
  }

  @Test func `beside what a link leads to, not beside the link`() throws {
    mkdir(scratch("d"), 0o700)
    symlink("d/real", scratch("link"))
    try scratch.write("left", to: "d/.real.tmp-\(deadProcess)-abc")
    let alike = try temporary("link")
    try run("link")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch("d")) == ["real"])
    #expect(scratch.names == [alike, "d", "link"])
  }

  @Test func `a name that had to be cut is known again`() throws {
    let name = String(repeating: "é", count: 127) + "x"
    let cut = String(repeating: "é", count: (255 - 1 - ".tmp-2000000000-abc".utf8.count) / 2)
    let stale = try temporary(cut)
    try run(name)
    #expect(scratch.names == [name])
    #expect(stale.utf8.count <= 255)
  }

  @Test func `a folder that cannot be listed does not hinder the run`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      try scratch.write("left", to: ".out.tmp-2000000000-abc")
      if geteuid() == 0 {
        chown(scratch.path, 65534, 65534)
        seteuid(65534)
      }
      chmod(scratch.path, 0o300)
      try ReplacedFile(path: scratch("out")).commit()
      chmod(scratch.path, 0o700)
      #expect(scratch.names.contains("out"))
      #expect(scratch.names.contains(".out.tmp-2000000000-abc"))
    }
  }

  @Test(.enabled(if: geteuid() == 0)) func `another user's file stays`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      try scratch.write("left", to: ".out.tmp-2000000000-abc")
      chmod(scratch(".out.tmp-2000000000-abc"), 0o666)
      chmod(scratch.path, 0o777)
      seteuid(65534)
      try ReplacedFile(path: scratch("out")).commit()
      #expect(scratch.names.count == 2)
    }
  }

  @Test func `what is removed or held before it is locked is not used`() throws {
    var made: [String] = []
    var holders: [Int32] = []
    let file = try TemporaryFile(for: scratch("out"), replaced: nil) { path in
      made.append(path)
      if made.count == 1 { StaleTemporaries.remove(for: scratch("out")) }
      if made.count == 2 {
        holders.append(open(path, O_RDWR))
        flock(holders[0], LOCK_EX)
        unlink(path)
      }
    }
    defer { for descriptor in holders + [file.descriptor] { close(descriptor) } }
    #expect(Set(made).count == 3)
    #expect(scratch.names == [PathParts(file.path).name])
    #expect(made.last == file.path)
    StaleTemporaries.remove(for: scratch("out"))
    #expect(scratch.names == [PathParts(file.path).name])
  }

  @Test func `makers lose nothing to one that cleans up all the time`() throws {
    let target = scratch("out")
    let isDone = Signal()
    onThread {
      while !isDone.isSet { StaleTemporaries.remove(for: target) }
      isDone.confirm()
    }
    for _ in 0..<50 {
      let file = try ReplacedFile(path: target)
      _ = write(file.descriptor, "rows", 4)
      try file.commit()
    }
    isDone.set()
    #expect(scratch.names == ["out"])
    #expect(scratch.text("out") == "rows")
  }
}

/// Asks a thread to end, and waits until it has.
private final class Signal: @unchecked Sendable {
  // Only touched with `condition` locked.
  private let condition = NSCondition()
  private var isAsked = false
  private var isConfirmed = false

  var isSet: Bool { condition.withLock { isAsked } }

  func set() {
    condition.withLock {
      isAsked = true
      while !isConfirmed { condition.wait() }
    }
  }

  func confirm() {
    condition.withLock {
      isConfirmed = true
      condition.broadcast()
    }
  }
}
