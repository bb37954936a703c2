import Foundation
import IPGeoByteStreams
import IPGeoCore
import Testing

@testable import IPGeoCommand
@testable import IPGeoEnrichment

private func summary(
  _ report: RunReport, _ ending: RunEnding = .code(.done), milliseconds: Int64 = 61_234
) -> RunSummary {
  RunSummary(
    report: report, ending: ending, elapsedMilliseconds: milliseconds, startedAt: 1_795_996_800)
}

@Suite struct RunSummaryTests {
  @Test func `is one line for people`() {
    #expect(
      summary(wholeReport()).line
        == "10 records: 6 located, 2 special, 1 unknown, 1 invalid, 0 failed; 6 of 8 addresses "
        + "asked in 2 requests, 1 min 1 s; read as list")
  }

  @Test func `counts in words that fit the number`() {
    var report = RunReport()
    report.counts.records = 1
    report.counts.located = 1
    report.counts.addresses = 1
    report.counts.asked = 1
    report.counts.requests = 1
    #expect(
      summary(report, milliseconds: 949).line
        == "1 record: 1 located, 0 special, 0 unknown, 0 invalid, 0 failed; 1 of 1 address asked "
        + "in 1 request, 0.9 s")
    report.counts.records = 1_234_567
    report.counts.rest = 1_234_566
    report.dialects = ["list", "list, UTF-16LE"]
    #expect(
      summary(report, milliseconds: 59_949).line
        == "1,234,567 records: 1 located, 0 special, 0 unknown, 0 invalid, 0 failed, 1,234,566 "
        + "rest; 1 of 1 address asked in 1 request, 59.9 s; read as list and list, UTF-16LE")
  }

  @Test func `shows both sums`() {
    #expect(
      summary(wholeReport()).sums == [
        "records: 10 = 6 located + 2 special + 1 unknown + 1 invalid + 0 failed",
        "addresses: 8 = 2 local + 0 known + 6 asked + 0 unasked",
      ])
    let rest = wholeReport {
      $0.counts.records += 5
      $0.counts.rest = 5
    }
    #expect(summary(rest).sums.first?.hasSuffix(" + 0 failed + 5 rest") == true)
  }

  @Test func `is one object for programs`() {
    let json = summary(
      wholeReport {
        $0.stop()
        $0.fail(2, asked: false)
      }, .code(.unavailable)
    ).json
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == """
        {"version":"\(Version.number)","started_at":"2026-11-30T00:00:00Z","elapsed_ms":61234,\
        "exit_code":69,"records":10,"located":4,"special":2,"unknown":1,"invalid":1,"failed":2,\
        "rest":0,"other_shards":0,"addresses":8,"local":2,"known":0,"from_database":0,"asked":4,"unasked":2,"failed_addresses":2,\
        "requests":2,"rows":10,"blank_lines":0,"comments":0,"not_retryable":0,"long_rows":0,"sums_hold":true,\
        "reasons":{"no-data":1,"not-an-address":1,"private-use":2},"inputs":["list"],\
        "stopped":{"reason":"refused","message":"the service refuses (403)"}}

        """)
  }

  @Test func `a signal shows as in a shell, hostile text as JSON`() throws {
    let report = wholeReport { report in
      report.providerEnd = .stopped(Failure(.refused, message: "\"\u{1B}\n\u{2028}"))
      report.dialects = ["a\"b"]
    }
    let bytes = Data(summary(report, .signal(SIGTERM), milliseconds: -1).json.bytes)
    let object = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    #expect(object["exit_code"] as? Int == 143)
    #expect(object["elapsed_ms"] as? Int == 0)
    #expect(object["inputs"] as? [String] == ["a\"b"])
    #expect((object["stopped"] as? [String: String])?["message"] == "\"\u{1B}\n\u{2028}")
  }
}

@Suite struct EndMessagesTests {
  private func messages(
    _ report: RunReport, isStrict: Bool = false, isQuiet: Bool = false, rowsLeftIn: String? = nil
  ) -> EndMessages {
    EndMessages(
      summary: summary(report),
      ending: BatchEnding(report: report, isStrict: isStrict, failAbove: .zero),
      isQuiet: isQuiet, rowsLeftIn: rowsLeftIn)
  }

  private func lines(
    _ gravity: Diagnostics.Gravity, _ report: RunReport, isStrict: Bool = false,
    isQuiet: Bool = false, rowsLeftIn: String? = nil
  ) -> [String] {
    messages(report, isStrict: isStrict, isQuiet: isQuiet, rowsLeftIn: rowsLeftIn).lines
      .filter { $0.gravity == gravity }.map(\.text)
  }

  @Test func `a good run is told in its summary, and the sums with -v`() {
    #expect(lines(.error, wholeReport()).isEmpty)
    #expect(lines(.warning, wholeReport()).isEmpty)
    #expect(lines(.note, wholeReport()) == [summary(wholeReport()).line])
    #expect(lines(.detail, wholeReport()) == summary(wholeReport()).sums)
  }

  @Test func `counts what was not told one by one, in the order of the reasons`() {
    let report = wholeReport {
      $0.counts.reasons = ["hostname": 1_003, "empty": 4, "masked": 3, "no-data": 9]
    }
    #expect(
      lines(.warning, report) == ["empty: and 1 more like it", "hostname: and 1,000 more like it"])
  }

  @Test func `says why the asking stopped`() {
    #expect(
      lines(.error, wholeReport { $0.stop() })
        == ["stopped asking: the service refuses (403); run it again later"])
    let unasked = wholeReport {
      $0.stop()
      $0.fail(2, asked: false)
    }
    #expect(
      lines(.error, unasked)
        == ["stopped asking: the service refuses (403); 2 not asked; run it again later"])
  }

  @Test func `says that no record held an address, with the first`() {
    let report = wholeReport {
      $0.holdNoAddress()
      $0.dialects = ["list"]
      $0.firstInvalid = [
        .init(file: "-", line: 1, reason: .empty, message: "there is nothing"),
        .init(file: "a.txt", line: 7, reason: .hostname, message: "it is a name"),
      ]
    }
    let advice = "; tell the form with --input-format, or where the address is with --ip-field"
    #expect(lines(.error, report) == ["no record held an address: read as list" + advice])
    // With -q nothing was told of them one by one.
    #expect(
      lines(.error, report, isQuiet: true) == [
        "no record held an address: read as list; the first: standard input:1: there is nothing; "
          + "a.txt:7: it is a name" + advice
      ])
  }

  @Test func `says that there was nothing, unless something else explains it`() {
    let line = "no records in the input: nothing to do"
    #expect(lines(.error, RunReport()) == [line])
    #expect(lines(.note, RunReport()).isEmpty)
    for change: (inout RunReport) -> Void in [
      { $0.missInput() }, { $0.fillDisk() }, { $0.wasInterrupted = true },
    ] {
      var report = RunReport()
      change(&report)
      #expect(lines(.error, report).isEmpty)
      #expect(lines(.note, report).count == (report.inputErrors.isEmpty ? 1 : 0))
    }
  }

  @Test func `says what look-ups failed of, where the rows are, and what --strict minds`() {
    let failed = wholeReport { $0.fail(2, asked: true) }
    let all = messages(failed).ending.lookUps
    #expect(
      lines(.error, failed).contains {
        $0.hasPrefix("2 of \(all) look-ups failed (") && $0.contains("more than --fail-above")
      })
    #expect(
      lines(.warning, wholeReport(), rowsLeftIn: "a.csv.partial")
        == ["the output is left alone; the rows are in a.csv.partial"])
    let invalid = wholeReport().counts.invalid
    #expect(
      lines(.error, wholeReport(), isStrict: true).count == (invalid > 0 ? 1 : 0))
  }

  @Test func `a budget that stopped the run is no failure of look-ups`() {
    let stopped = wholeReport {
      $0.fail(2, asked: false)
      $0.counts.reasons["budget"] = 2
    }
    #expect(messages(stopped).ending.ending == .code(.budget))
    #expect(
      lines(.error, stopped)
        == ["stopped by a budget: 2 records not answered; run it again to carry on"])
    let refused = wholeReport {
      $0.fail(2, asked: false)
      $0.counts.reasons["budget"] = 2
      $0.stop()
    }
    #expect(messages(refused).ending.ending == .code(.unavailable))
  }

  @Test func `says where the report is, or of what run`() {
    func told(_ end: ReportPage.End?, _ report: RunReport = wholeReport()) -> [EndMessages.Line] {
      var messages = messages(report)
      messages.reportEnd = end
      return messages.lines.filter { $0.text.contains("report") }
    }
    #expect(told(nil).isEmpty)
    #expect(
      told(.written("a.html")) == [.init(gravity: .note, text: "the report is in a.html")])
    let stopped = wholeReport { $0.stop() }
    #expect(
      told(.left("a.html"), stopped) == [
        .init(
          gravity: .warning,
          text: "the report in a.html is of an earlier run: this one did not come to its end; run "
            + "it again")
      ])
    let interrupted = wholeReport { $0.wasInterrupted = true }
    #expect(
      told(.notMade("a.html"), interrupted) == [
        .init(
          gravity: .warning,
          text: "no report in a.html: the run did not come to its end; run it again")
      ])
  }

  @Test func `an interrupted run does not sound like a whole one`() {
    let whole = messages(wholeReport { _ in }).lines.map(\.text)
    let interrupted = messages(wholeReport { $0.wasInterrupted = true }).lines.map(\.text)
    #expect(whole.contains { $0.contains("records") && !$0.contains("interrupted") })
    #expect(interrupted.contains { $0.hasPrefix("interrupted: ") })
  }

  @Test func `a reader that left hears no more`() {
    let report = wholeReport {
      $0.loseReader()
      $0.stop()
    }
    #expect(messages(report).lines.isEmpty)
  }

  @Test func `names sums that do not hold`() {
    #expect(
      lines(.error, wholeReport { $0.counts.records = 11 })
        == ["the sums do not hold: this is a bug"])
  }
}
