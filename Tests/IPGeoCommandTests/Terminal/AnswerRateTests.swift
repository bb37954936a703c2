import Testing

@testable import IPGeoCommand

private let second: Int64 = 1_000_000_000

@Suite struct AnswerRateTests {
  @Test(
    arguments: [
      (0, Int64(1), nil), (5, 0, nil), (-1, second, nil), (1_540, 60 * second, "26/s"),
      (600, 60 * second, "10/s"), (599, 60 * second, "599/min"), (1, 60 * second, "1/min"),
      (1, 3_600 * second, "1/min"), (2_500_000, second, "2,500,000/s"),
      (.max, 1, "1,000,000,000,000,000/s"),
    ] as [(Int, Int64, String?)])
  func `takes a sensible unit`(addresses: Int, nanoseconds: Int64, text: String?) {
    #expect(AnswerRate(addresses: addresses, nanoseconds: nanoseconds).text == text)
  }
}

@Suite struct RateMeterTests {
  @Test func `needs two looks, a second apart`() {
    var meter = RateMeter()
    #expect(meter.rate == nil)
    meter.note(0, now: 7)
    #expect(meter.rate == nil)
    meter.note(10, now: 6 + second)
    #expect(meter.rate == nil)
    meter.note(20, now: 7 + second)
    #expect(meter.rate == AnswerRate(addresses: 20, nanoseconds: second))
  }

  @Test func `measures since the start, then the last minute`() {
    var meter = RateMeter()
    // A burst of 1,500 in the first second of each minute, looked at five times a second.
    func answered(_ fifth: Int64) -> Int { Int(fifth / 300 + (fifth % 300 > 0 ? 1 : 0)) * 1_500 }
    for fifth: Int64 in 0...3_000 {
      meter.note(answered(fifth), now: fifth * second / 5)
      guard let rate = meter.rate else { continue }
      #expect(rate.nanoseconds <= min(fifth * second / 5, 61 * second))
      // Steady once a minute has passed, however the answers come.
      if fifth > 305 { #expect(rate.addresses == 1_500 || rate.addresses == 3_000) }
    }
    #expect(meter.rate?.text == "25/s")
  }

  @Test func `a pause longer than the span is no rate`() {
    var meter = RateMeter()
    for at: Int64 in 0...10 { meter.note(Int(at) * 100, now: at * second) }
    #expect(meter.rate?.text == "100/s")
    for at: Int64 in 11...80 { meter.note(1_000, now: at * second) }
    #expect(meter.rate?.text == nil)
    // The machine slept: one look, long after.
    meter.note(2_000, now: 100_000 * second)
    #expect(meter.rate?.nanoseconds ?? 0 > 0)
  }

  @Test func `a count or a clock that goes back is no rate`() {
    var meter = RateMeter()
    meter.note(.max, now: 0)
    meter.note(.min, now: 2 * second)
    #expect(meter.rate?.text == nil)
    meter.note(5, now: -5 * second)
    #expect(meter.rate == nil)
  }
}
