import Foundation
import Testing

@testable import IPGeoCommand

private let second: Int64 = 1_000_000_000

@Suite struct ProgressLineTests {
  private let state = ProgressState(
    answered: 1_540, known: 4_600, inputHasEnded: true, requestsLeft: 0,
    nextWindowNanoseconds: 40_100_000_000, remainingNanoseconds: 161 * second)

  @Test func `says how far the run is`() {
    #expect(
      ProgressLine.text(state, width: 200)
        == "1,540 of 4,600 addresses, 0 requests left, next window in 41 s, 3 min remaining")
  }

  @Test func `leaves out what is not known`() {
    #expect(ProgressLine.text(ProgressState(), width: 80) == "0 of 0+ addresses")
    #expect(
      ProgressLine.text(ProgressState(answered: 1, known: 9, requestsLeft: 1), width: 80)
        == "1 of 9+ addresses, 1 request left")
    var done = state
    done.answered = done.known
    #expect(ProgressLine.text(done, width: 80) == "4,600 of 4,600 addresses, 0 requests left")
  }

  @Test func `fits any width`() {
    for width in -1...100 { #expect(ProgressLine.text(state, width: width).count <= max(0, width)) }
    #expect(
      ProgressLine.text(state, width: 70)
        == "1,540 of 4,600 addresses, 0 requests left, next window in 41 s")
    #expect(ProgressLine.text(state, width: 9) == "1,540 of ")
  }

  @Test(arguments: [
    (1, "1 s remaining"), (99, "99 s remaining"), (100, "2 min remaining"),
    (3_541, "1 h 0 min remaining"), (7_261, "2 h 2 min remaining"),
  ])
  func `words the time that remains`(seconds: Int64, words: String) {
    let state = ProgressState(
      known: 1, inputHasEnded: true, remainingNanoseconds: seconds * second)
    #expect(ProgressLine.text(state, width: 80) == "0 of 1 addresses, \(words)")
  }

  @Test(arguments: [
    (0, 0, Int64(0)), (1_540, 1_540, 0), (1_541, 1_540, 10), (3_080, 1_540, 10),
    (3_081, 1_540, 70), (1, 0, 10),
  ])
  func `reckons by whole windows`(unanswered: Int, now: Int, seconds: Int64) {
    #expect(
      ProgressLine.remaining(
        unanswered: unanswered, perWindow: 1_540, now: now, nextWindowNanoseconds: 10 * second,
        window: 60 * second) == seconds * second)
  }

  @Test func `reckons huge runs without overflow`() {
    #expect(
      ProgressLine.remaining(
        unanswered: .max, perWindow: 1, now: 0, nextWindowNanoseconds: .max, window: .max) == .max)
  }
}

@Suite struct ProgressPaceTests {
  @Test func `starts with the second second, at most five times a second`() {
    var pace = ProgressPace(.moving, now: 5)
    var shown: [Int64] = []
    for step in Int64(0)...3_000 where pace.isDue(now: 5 + step * 1_000_000) { shown.append(step) }
    #expect(shown == Array(stride(from: 1_000, through: 3_000, by: 200)))
  }

  @Test func `writes plain lines seldom`() {
    var pace = ProgressPace(.plain, now: 0)
    let shown = (0...30).filter { pace.isDue(now: Int64($0) * second) }
    #expect(shown == [1, 11, 21])
  }
}

@Suite struct TerminalTests {
  @Test func `a pipe is no terminal`() {
    let pipe = Pipe()
    #expect(!Terminal.isTerminal(pipe.fileHandleForWriting.fileDescriptor))
    #expect(Terminal.width(pipe.fileHandleForWriting.fileDescriptor) == nil)
    #expect(Terminal.width(-1) == nil)
  }

  @Test func `colours on a terminal only, and not against the user's word`() {
    func uses(_ choice: WhenChoice, _ isTerminal: Bool, _ environment: [String: String]) -> Bool {
      Terminal.usesColor(choice, isTerminal: isTerminal, environment: environment)
    }
    #expect(uses(.auto, true, ["TERM": "xterm"]))
    #expect(uses(.auto, true, ["TERM": "xterm", "NO_COLOR": ""]))
    #expect(!uses(.auto, true, ["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(!uses(.auto, true, ["TERM": "dumb"]))
    #expect(!uses(.auto, true, [:]))
    #expect(!uses(.auto, false, ["TERM": "xterm"]))
    #expect(!uses(.never, true, ["TERM": "xterm"]))
    #expect(uses(.always, false, ["NO_COLOR": "1"]))
  }

  @Test(arguments: [
    (WhenChoice.auto, Diagnostics.Level.normal, true, false, "xterm", ProgressStyle.moving),
    (.auto, .normal, true, true, "xterm", .none), (.auto, .normal, false, false, "xterm", .none),
    (.auto, .normal, true, false, "dumb", .none), (.auto, .quiet, true, false, "xterm", .none),
    (.always, .normal, true, true, "xterm", .moving), (.always, .quiet, true, true, "xterm", .none),
    (.always, .normal, false, false, "xterm", .plain),
    (.always, .normal, true, true, "dumb", .plain),
    (.never, .verbose, true, false, "xterm", .none),
  ])
  func `moves on a terminal only`(
    choice: WhenChoice, level: Diagnostics.Level, errorIsTerminal: Bool, outputIsTerminal: Bool,
    kind: String, style: ProgressStyle
  ) {
    #expect(
      Terminal.progressStyle(
        choice, level: level, errorIsTerminal: errorIsTerminal, outputIsTerminal: outputIsTerminal,
        environment: ["TERM": kind]) == style)
  }
}
