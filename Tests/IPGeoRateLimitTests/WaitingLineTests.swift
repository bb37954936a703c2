import Testing

@testable import IPGeoRateLimit

@Suite struct WaitingLineTests {
  @Test func `waiters keep their order whoever leaves`() {
    var random = SeededGenerator(seed: 7)
    var line = WaitingLine()
    var plain: [UInt64] = []
    for waiter in 0..<20_000 as Range<UInt64> {
      line.append(waiter)
      plain.append(waiter)
      while !plain.isEmpty, Int.random(in: 0..<100, using: &random) < 49 {
        let leaver = Int.random(in: 0..<3, using: &random) == 0 ? plain.count / 2 : 0
        let wasWaiting = line.remove(plain.remove(at: leaver))
        #expect(wasWaiting)
      }
      #expect(line.first == plain.first)
      #expect(line.count == plain.count)
    }
    while let first = line.first {
      let expected = plain.removeFirst()
      #expect(first == expected)
      line.removeFirst()
    }
    #expect(plain.isEmpty)
    let wasWaiting = line.remove(3)
    #expect(!wasWaiting)
  }
}
