import Foundation
import Testing

@testable import IPGeoCommand

private let second: Int64 = 1_000_000_000

@Suite struct ProgressLineTests {
  private let state = ProgressState(
    answered: 1_540, rate: AnswerRate(addresses: 1_540, nanoseconds: 60 * second), known: 4_600,
    inputHasEnded: true, requestsLeft: 0, nextWindowNanoseconds: 40_100_000_000,
    remainingNanoseconds: 161 * second)

  @Test func `says how far the run is`() {
    #expect(
      ProgressLine.text(state, width: 200)
        == "1,540 of 4,600 addresses, 26/s, 0 requests left, next window in 41 s, 3 min remaining")
  }

  @Test func `leaves out what is not known`() {
    #expect(ProgressLine.text(ProgressState(), width: 80) == "0 of 0+ addresses")
    #expect(
      ProgressLine.text(ProgressState(answered: 1, known: 9, requestsLeft: 1), width: 80)
        == "1 of 9+ addresses, 1 request left")
    var done = state
    done.answered = done.known
    #expect(ProgressLine.text(done, width: 80) == "4,600 of 4,600 addresses, 0 requests left")
    done.answered = 0
    done.rate = nil
    done.requestsLeft = nil
    done.nextWindowNanoseconds = nil
    done.remainingNanoseconds = .max
    #expect(ProgressLine.text(done, width: 80) == "0 of 4,600 addresses")
  }

  @Test(arguments: [
    (87, "1,540 of 4,600 addresses, 26/s, 0 requests left, next window in 41 s, 3 min remaining"),
    (82, "1,540 of 4,600 addresses, 0 requests left, next window in 41 s, 3 min remaining"),
    (80, "1,540 of 4,600 addresses, 0 requests left, next window in 41 s, 3 min remaining"),
    (78, "1,540 of 4,600 addresses, next window in 41 s, 3 min remaining"),
    (61, "1,540 of 4,600 addresses, 3 min remaining"), (40, "1,540 of 4,600 addresses"),
    (23, "1,540/4,600"), (10, "33%"), (3, "33%"), (2, ""), (0, ""), (-1, ""),
  ])
  func `leaves out what matters less`(width: Int, text: String) {
    #expect(ProgressLine.text(state, width: width) == text)
  }

  @Test func `fits any width and cuts no number`() {
    var states = [state, ProgressState(), ProgressState(answered: .max, known: .max)]
    states.append(ProgressState(answered: 5, known: 4, inputHasEnded: true))
    states.append(ProgressState(answered: -5, known: 4, inputHasEnded: true))
    states.append(ProgressState(answered: .min, asked: .min, known: .max, inputHasEnded: true))
    for state in states {
      let digits = Set(ProgressLine.text(state, width: 500).split { !$0.isNumber })
      for width in -1...200 {
        let text = ProgressLine.text(state, width: width)
        #expect(text.utf8.count <= max(0, width))
        #expect(text.hasSuffix("%") || digits.isSuperset(of: text.split { !$0.isNumber }))
      }
    }
  }

  @Test(arguments: [
    (1, "1 s remaining"), (99, "99 s remaining"), (100, "2 min remaining"),
    (3_541, "1 h remaining"), (7_261, "2 h 2 min remaining"),
  ])
  func `words the time that remains`(seconds: Int64, words: String) {
    let state = ProgressState(
      known: 1, inputHasEnded: true, remainingNanoseconds: seconds * second)
    #expect(ProgressLine.text(state, width: 80) == "0 of 1 address, \(words)")
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
    let shown = (0...200).filter { pace.isDue(now: Int64($0) * second) }
    #expect(shown == [1, 61, 121, 181])
  }

  /// Timers come a little late, and never by the same.
  @Test func `a look that comes late costs no minute`() {
    var pace = ProgressPace(.plain, now: 0)
    var lateness = SplitMix(seed: 1)
    let looks = stride(from: second, to: 400 * second, by: Int(pace.period))
    let shown = looks.filter { pace.isDue(now: $0 + Int64(lateness.next() % 1_000_000)) }
    #expect(shown.map { $0 / second }.count >= 6)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $1 - $0 <= 62 * second })
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
    (.auto, .verbose, false, false, "xterm", .plain),
    (.auto, .verbose, false, true, "xterm", .plain),
    (.auto, .verbose, true, false, "dumb", .plain),
    (.auto, .verbose, true, false, "xterm", .moving),
    (.auto, .verbose, true, true, "xterm", .none),
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

  @Test func `knows terminals that cut lines off`() {
    #expect(Terminal.rewraps(["TERM": "xterm-256color"]))
    #expect(Terminal.rewraps(["TERM": "screen", "TMUX": "s", "XTERM_VERSION": "XTerm(390)"]))
    #expect(!Terminal.rewraps(["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(390)"]))
    for kind in ["linux", "screen.xterm-256color", "rxvt-unicode", "putty", "vt220"] {
      #expect(!Terminal.rewraps(["TERM": kind]), "\(kind)")
    }
  }
}
