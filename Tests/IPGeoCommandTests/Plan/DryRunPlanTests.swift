import Foundation
import IPGeoByteStreams
import Testing

@testable import IPGeoCommand

private let second: Int64 = 1_000_000_000
private let plan = DryRunPlan(
  records: 12_345, invalid: 3, addresses: 4_600, local: 20, known: 1_000, toAsk: 3_580,
  asking: .limited(.init(requests: 36, nanoseconds: 161 * second, requestsLeft: 15)))

private func text(_ change: (inout DryRunPlan) -> Void) -> [Substring] {
  var plan = plan
  change(&plan)
  return plan.text.split(separator: "\n", omittingEmptySubsequences: false)
}

private func verdict(_ change: (inout DryRunPlan) -> Void) -> String {
  text(change).dropLast().last.map { String($0) } ?? ""
}

@Suite struct DryRunTextTests {
  @Test func `says in aligned lines what a run would do`() {
    #expect(
      plan.text == """
        records    12,345
        invalid         3  without an address
        addresses   4,600
        local          20  never asked
        known       1,000  from earlier runs
        to ask      3,580
        requests       36  15 left in the current window
        3 min at least, by the service's limit

        """)
  }

  @Test func `of nothing it says no more than that`() {
    let lines = text {
      $0.invalid = 0
      $0.local = 0
      $0.known = 0
      $0.leftOut = 0
    }
    #expect(lines[1] == "invalid         0")
    #expect(lines[3...5] == ["local           0", "known           0", "left out        0"])
  }

  @Test(arguments: [
    (nil, "requests       36"), (0, "requests       36  none left in the current window"),
    (1, "requests       36  1 left in the current window"),
  ])
  func `tells what is left of the window`(left: Int?, line: String) {
    let lines = text {
      $0.asking = .limited(.init(requests: 36, nanoseconds: second, requestsLeft: left))
    }
    #expect(lines[6] == line)
  }

  @Test(arguments: [
    (Int64(0), "no wait for the service's limit"), (1, "1 s at least, by the service's limit"),
    (100 * second, "2 min at least, by the service's limit"),
    (7_261 * second, "2 h 2 min at least, by the service's limit"),
    (.max, "2,562,047 h 48 min at least, by the service's limit"),
  ])
  func `tells the time`(nanoseconds: Int64, line: String) {
    #expect(
      verdict { $0.asking = .limited(.init(requests: 1, nanoseconds: nanoseconds)) } == line)
  }

  @Test func `with a key there is no limit to tell of`() {
    let lines = text { $0.asking = .unlimited(requests: 36) }
    #expect(lines[6...] == ["requests       36", "no limit: as fast as the service answers", ""])
  }

  @Test func `offline nothing is asked`() {
    let lines = text { $0.asking = .never(option: "--offline") }
    #expect(
      lines[5...] == [
        "not known   3,580",
        "nothing will be asked (--offline): 3,580 addresses stay without an answer", "",
      ])
    let one = verdict {
      $0.asking = .never(option: "--cache-only")
      $0.toAsk = 1
    }
    #expect(one == "nothing will be asked (--cache-only): 1 address stays without an answer")
  }

  @Test func `a service that refused is left alone`() {
    let need = DryRunPlan.Need(requests: 36, nanoseconds: 161 * second)
    #expect(
      verdict { $0.asking = .held(nanoseconds: 3_361 * second, need) }
        == "nothing will be asked now: the service refused an earlier run (403) and is left alone "
        + "for another 57 min; then 3 min at least, by the service's limit")
  }

  @Test func `says why there is nothing to ask, whatever would be`() {
    for asking: DryRunPlan.Asking in [
      plan.asking, .unlimited(requests: 0), .never(option: "--offline"),
      .held(nanoseconds: second, .init(requests: 0, nanoseconds: 0)),
    ] {
      func verdict(_ change: (inout DryRunPlan) -> Void) -> String {
        IPGeoCommandTests.verdict {
          $0.asking = asking
          $0.toAsk = 0
          change(&$0)
        }
      }
      #expect(verdict { _ in } == "nothing to ask: every address has its answer")
      #expect(
        verdict { $0.leftOut = 1 }
          == "nothing to ask: every address that --top takes has its answer")
      #expect(verdict { $0.addresses = 0 } == "nothing to ask: no record held an address")
      #expect(
        verdict {
          $0.records = 0
          $0.addresses = 0
        } == "nothing to ask: no records in the input")
    }
  }

  @Test func `columns stay aligned with huge numbers, and are plain ASCII`() {
    let lines = text {
      $0.records = .max
      $0.leftOut = .max
      $0.asking = .limited(.init(requests: .max, nanoseconds: .max, requestsLeft: .max))
    }
    let ends = lines.dropLast(2).map { line in
      line.firstRange(of: /[0-9,]+/).map { line.distance(from: line.startIndex, to: $0.upperBound) }
    }
    #expect(Set(ends).count == 1)
    #expect(lines.joined().utf8.allSatisfy { (0x20..<0x7F).contains($0) })
  }
}

@Suite struct DryRunJSONTests {
  private func json(_ change: (inout DryRunPlan) -> Void = { _ in }) -> String {
    var plan = plan
    change(&plan)
    return String(decoding: plan.json.bytes, as: UTF8.self)
  }

  @Test func `one object on one line`() {
    #expect(
      json() == """
        {"version":"\(Version.number)","records":12345,"invalid":3,"addresses":4600,"local":20,\
        "known":1000,"to_ask":3580,"not_asked":0,"left_out":0,"requests":36,"seconds_needed":161,\
        "minutes_needed":2.7,"requests_left":15,"asking":"limited","held_seconds":null}

        """)
  }

  @Test func `the same keys in the same order, whatever is asked`() throws {
    let need = DryRunPlan.Need(requests: 1, nanoseconds: second)
    for asking: DryRunPlan.Asking in [
      .limited(need), .unlimited(requests: 1), .held(nanoseconds: 1, need), .never(option: "-"),
    ] {
      let line = json { $0.asking = asking }
      #expect(orderedKeys(line) == orderedKeys(json()))
      #expect(try jsonLines(line).count == 1)
    }
  }

  @Test func `what makes no sense is null`() {
    let key = json { $0.asking = .unlimited(requests: 36) }
    #expect(
      key.contains(
        #""requests":36,"seconds_needed":null,"minutes_needed":null,"requests_left":null,"#
          + #""asking":"unlimited","held_seconds":null}"#))
    let offline = json { $0.asking = .never(option: "--offline") }
    #expect(offline.contains(#""to_ask":0,"not_asked":3580,"left_out":0,"requests":0,"#))
    let need = DryRunPlan.Need(requests: 36, nanoseconds: 0)
    let held = json { $0.asking = .held(nanoseconds: 3_360 * second + 1, need) }
    #expect(held.hasSuffix(#""requests_left":null,"asking":"held","held_seconds":3361}"# + "\n"))
  }

  @Test(arguments: [
    (Int64(0), "0"), (1, "0.1"), (6, "0.1"), (7, "0.2"), (60, "1"), (61, "1.1"), (120, "2"),
    (-5, "0"),
  ])
  func `minutes are rounded up to a tenth`(seconds: Int64, minutes: String) {
    let line = json {
      $0.asking = .limited(.init(requests: 1, nanoseconds: seconds * second))
    }
    #expect(line.contains(#""minutes_needed":\#(minutes),"#))
  }
}
