import IPGeoRateLimit
import Testing

@testable import IPGeoStore

/// Jobs on one limit file, by a clock that is set by hand.
@Suite struct FairnessTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// A job that asks as fast as it may; each request takes a fifth of a second.
  private struct Job {
    var ledger: SharedLedger
    var begins: Int64
    var looksAt: Int64
    var under: [(id: UInt64, ends: Int64)] = []
    var grants: [Int64] = []
    var left = Int.max

    mutating func step(_ now: Int64) {
      for request in under where request.ends <= now {
        ledger.replied(request.id, limits: .none, now: now)
      }
      under.removeAll { $0.ends <= now }
      guard now >= begins, now >= looksAt, left > 0 else { return }
      let id = UInt64(grants.count + 1)
      switch ledger.take(id, now: now) {
      case .granted:
        grants.append(now)
        left -= 1
        under.append((id, now + second / 5))
        // Asking again takes a moment.
        looksAt = now + 3 * millisecond
        if left == 0 { ledger.waitersLeft(now: now) }
      case .notBefore(let instant): looksAt = min(instant, now + second)
      case .afterReply: looksAt = now + second
      }
    }
  }

  private static let millisecond: Int64 = 1_000_000
  private let limit = RateLimit(requests: 5, window: 5 * second)

  private func run(
    _ starts: [Int64], lengths: [Int]? = nil, until end: Int64
  ) throws -> [[Int64]] {
    let path = folder("limit.db")
    var jobs = try starts.map { start in
      let file = try LimitFile(path: path, clocks: Hands(boot: 100).clocks)
      let ledger = file.ledger(
        host: "h", endpoint: "batch", limit: limit, requestTimeout: 30 * second)
      return Job(ledger: ledger, begins: start, looksAt: start)
    }
    if let lengths { for index in jobs.indices { jobs[index].left = lengths[index] } }
    var now: Int64 = 100 * second
    while now < end {
      for index in jobs.indices { jobs[index].step(now) }
      let next = jobs.compactMap { job -> Int64? in
        let reply = job.under.map(\.ends).min() ?? .max
        return min(reply, job.left > 0 ? max(job.begins, job.looksAt) : .max)
      }.min()
      now = max(now + Self.millisecond, next ?? .max)
    }
    return jobs.map(\.grants)
  }

  @Test(arguments: [[0, 0, 0], [0, 50, 120], [0, 20_000, 41_000], [0, 9_990, 10_000]])
  func `of three equal jobs none gets under a quarter of any three windows`(
    starts: [Int64]
  ) throws {
    let begin = 100 * second
    let all = try run(
      starts.map { begin + $0 * Self.millisecond }, until: begin + 120 * second)
    let everything = all.joined().sorted()
    // As a server counts: no window of any position holds more than five.
    for (index, instant) in everything.enumerated() where index + 5 < everything.count {
      #expect(everything[index + 5] - instant >= 5 * second)
    }
    // None of the limit is left lying: five for each round of a window and a request's time.
    #expect(everything.count >= 5 * Int(120.0 / 5.3))
    let last = begin + (starts.max() ?? 0) * Self.millisecond + second / 10
    for start in stride(from: last, to: begin + 104 * second, by: Int(second / 4)) {
      let span = start..<(start + 3 * 5_200 * Self.millisecond)
      let total = everything.count { span.contains($0) }
      for grants in all {
        #expect(4 * grants.count { span.contains($0) } >= total - 3, "\(start - begin)")
      }
    }
  }

  @Test func `when a job is done the others get its tokens at once`() throws {
    let begin = 100 * second
    let all = try run([begin, begin, begin], lengths: [2, 30, 30], until: begin + 200 * second)
    #expect(all.map(\.count) == [2, 30, 30])
    // 62 tokens are 13 rounds.
    let end = all.joined().max() ?? 0
    #expect(end - begin < 12 * 5_200 * Self.millisecond + second)
  }
}
