import IPGeoCore
import IPGeoISS
import IPGeoRecords
import Testing

@testable import IPGeoCommand

@Suite struct ScreenFrameTests {
  private func watch(_ outcomes: [Result<StationFix, StationFault>]) -> StationWatch {
    var watch = StationWatch(every: 10_000_000_000)
    for (now, outcome) in outcomes.enumerated() { watch.take(outcome, now: Int64(now)) }
    return watch
  }

  private func frame(
    _ watch: StationWatch, columns: Int = 80, rows: Int = 24, isUnicode: Bool = true,
    usesColor: Bool = false, now: Int64 = 1_700_000_003
  ) -> ScreenFrame {
    ScreenFrame(
      watch: watch, now: now, window: WindowSize(columns: columns, rows: rows),
      isUnicode: isUnicode, usesColor: usesColor)
  }

  private func lines(_ frame: ScreenFrame) -> [String] {
    var drawn: ScreenFrame.DrawnMap?
    return frame.lines(&drawn)
  }

  @Test func `before the first position it says that it fetches, or why there is none`() {
    #expect(
      lines(frame(watch([])))
        == ["International Space Station · every 10s · Ctrl-C ends", "Fetching …"])
    let down = StationFault(.unreachable, "down\u{1B}[2J")
    #expect(lines(frame(watch([.failure(down)]))).last == "down\\x1B[2J")
  }

  @Test func `four lines stand above the map`() throws {
    let fix = try report(-24, 134).fix
    let text = lines(frame(watch([.success(fix)])))
    #expect(text[1] == "24.0° S, 134.0° E, 3 s ago" && text[2] == "above Australia")
    #expect(text[3].isEmpty && text.count > 12 && text.count <= 24)
    #expect(text.contains { $0.contains("◉") })
  }

  @Test func `the age counts on, and what failed stands below it`() throws {
    let fix = try report(-24, 134).fix
    let failing = watch([.success(fix), .failure(StationFault(.unreachable, "down"))])
    let text = lines(frame(failing, now: 1_700_000_050))
    #expect(text[1].hasSuffix(", 50 s ago") && text[3] == "down")
    let old = lines(frame(watch([.success(fix)]), usesColor: true, now: 1_700_000_100))
    #expect(
      old[3].hasPrefix("\u{1B}[33mthe position is 100 s old") && old[3].hasSuffix("\u{1B}[0m"))
  }

  @Test func `a file that could not be written is told where nothing else is wrong`() throws {
    var frame = frame(watch([.success(try report(-24, 134).fix)]))
    frame.mapFault = "--map: full"
    #expect(lines(frame)[3] == "--map: full")
  }

  @Test(arguments: [1, 5, 19, 20, 40, 79, 132, 300], [1, 2, 4, 5, 10, 24, 60])
  func `whatever the window, it fits`(columns: Int, rows: Int) throws {
    let fixes = try (0..<50).map { number in
      Result<StationFix, StationFault>.success(
        try report(Double(number), Double(number) * 3, 1_700_000_000 + Int64(number)).fix)
    }
    // Words from outside: of a service that fails, and of a file's name that is wide.
    let fault = StationFault(.unreachable, "the reply is no JSON: \"<b>…東京東京東京東京東京")
    for (isUnicode, outcomes) in [
      (true, fixes), (false, fixes), (true, fixes + [.failure(fault)]),
      (false, fixes + [.failure(fault)]),
    ] {
      var frame = frame(
        watch(outcomes), columns: columns, rows: rows, isUnicode: isUnicode, now: 1_700_009_999)
      frame.mapFault = "東京/地図東京/地図東京/地図東京/地図東京/地図.html: disk full"
      let text = lines(frame)
      #expect(text.count <= rows)
      for line in text {
        #expect(DisplayWidth.of(line) <= columns, "\(line)")
        #expect(isUnicode || line.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(line)")
      }
    }
  }

  @Test func `the map is drawn anew for another position or window alone`() throws {
    let fix = try report(-24, 134).fix
    var drawn: ScreenFrame.DrawnMap?
    _ = frame(watch([.success(fix)])).lines(&drawn)
    let first = drawn
    _ = frame(watch([.success(fix)]), now: 1_700_000_099).lines(&drawn)
    #expect(drawn == first)
    _ = frame(watch([.success(fix)]), columns: 60).lines(&drawn)
    #expect(drawn != first)
    let second = drawn
    _ = frame(watch([.success(try report(-25, 134, 1_700_000_001).fix)]), columns: 60).lines(&drawn)
    #expect(drawn != second)
  }

  @Test func `every row is emptied, and the last one does not scroll`() {
    #expect(ScreenText.draw(["a", "b"], rows: 3) == "\u{1B}[H\u{1B}[Ka\r\n\u{1B}[Kb\r\n\u{1B}[K")
    #expect(ScreenText.draw([], rows: 1) == "\u{1B}[H\u{1B}[K")
  }
}
