import Testing

@testable import IPGeoCommand

@Suite struct ExitCodeTests {
  @Test func `the first that applies counts, in any order given`() {
    let order: [RunEnding] = [
      .code(.wrongSums), .code(.writeFailed), .signal(15), .code(.unavailable), .code(.budget),
      .code(.unreadableInput), .code(.badInput), .code(.failures), .code(.done),
    ]
    #expect(order.map(\.shellStatus) == [70, 74, 143, 69, 3, 66, 65, 2, 0])
    for start in order.indices {
      let applying = order[start...]
      #expect(ExitCode.first(of: applying) == order[start])
      #expect(ExitCode.first(of: applying.reversed()) == order[start])
      #expect(ExitCode.first(of: applying.shuffled()) == order[start])
    }
  }

  @Test func `nothing to report is done`() {
    #expect(ExitCode.first(of: []) == .code(.done))
  }

  @Test func `of two signals the first counts`() {
    #expect(ExitCode.first(of: [.signal(2), .signal(15), .code(.failures)]) == .signal(2))
  }

  @Test func `what ends a run early comes before all`() {
    for code in [ExitCode.usage, .cannotCreate, .locked, .unexpected] {
      #expect(ExitCode.first(of: [.code(.wrongSums), .code(code)]) == .code(code))
    }
  }

  @Test func `codes are those of the manual`() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 64, 65, 66, 69, 70, 73, 74, 75])
  }
}
