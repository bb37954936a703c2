import Foundation
import IPGeoAddresses
import IPGeoCore
import Testing

@testable import IPGeoStore

@Suite struct AnswerStoreTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `gives back what it was given, after it was closed and opened again`() throws {
    let (v4, v6, none) = try (
      address("8.8.8.8"), address("2001:4860:4860::8888"), address("9.9.9.9")
    )
    let store = try AnswerStore(path: folder("a/b/answers.db"))
    store.keep(
      [
        StoredAnswer(address: v4, outcome: .located(somewhere("São Paulo")), askedAt: today),
        StoredAnswer(address: v6, outcome: .unknown(.serviceReserved), askedAt: today),
      ], kind: english, now: today)
    store.close(now: today)
    let again = try AnswerStore(path: folder("a/b/answers.db"))
    let known = again.known([none, v6, v4])
    #expect(known == [1: .unknown(.serviceReserved), 2: .located(somewhere("São Paulo"))])
  }

  @Test func `keeps languages and providers apart`() throws {
    let address = try address("8.8.8.8")
    let store = try AnswerStore(path: folder("answers.db"))
    store.keep(.located(somewhere()), for: address)
    #expect(
      store.known([address], kind: AnswerKind(provider: "ip-api", language: "de")).isEmpty)
    #expect(store.known([address], kind: AnswerKind(provider: "other", language: "en")).isEmpty)
    #expect(store.known([address]).count == 1)
  }

  @Test func `never keeps what failed or is special`() throws {
    let address = try address("8.8.8.8")
    let store = try AnswerStore(path: folder("answers.db"))
    store.keep(.failed(Failure(.timeout, message: "too late")), for: address)
    if let block = try IPGeoStoreTests.address("10.0.0.1").specialBlock {
      store.keep(.special(block), for: address)
    }
    #expect(try store.statistics().answers == 0)
  }

  @Test func `a wider answer serves a narrower choice, and not the other way`() throws {
    let (wide, narrow) = try (address("8.8.8.8"), address("1.1.1.1"))
    var named = somewhere()
    named.reverse = "dns.google"
    let store = try AnswerStore(path: folder("answers.db"))
    store.keep(
      [
        StoredAnswer(
          address: wide, outcome: .located(named), askedAt: today, hasReverse: true),
        StoredAnswer(address: narrow, outcome: .located(somewhere()), askedAt: today),
      ], kind: english, now: today)
    #expect(store.known([wide, narrow]).count == 2)
    #expect(store.known([wide, narrow], wantsReverse: true) == [0: .located(named)])
  }

  @Test func `locations and unknowns age differently, and the future is stale`() throws {
    let (located, unknown) = try (address("8.8.8.8"), address("1.1.1.1"))
    let store = try AnswerStore(path: folder("answers.db"))
    store.keep(.located(somewhere()), for: located)
    store.keep(.unknown(.noData), for: unknown)
    let day: Int64 = 86_400
    #expect(store.known([located, unknown], now: today + 6 * day).count == 2)
    #expect(store.known([located, unknown], now: today + 8 * day).keys.sorted() == [0])
    #expect(store.known([located, unknown], now: today + 34 * day).isEmpty)
    #expect(store.known([located, unknown], now: today - 1).isEmpty)
    #expect(
      store.known([located, unknown], ages: .upTo(40 * day), now: today + 40 * day).count == 2)
  }

  @Test func `ages are spread by a tenth, the same each time`() {
    let ages = AnswerAges(located: 10_000, unknown: 10_000)
    var ends: [Int64] = []
    for number in 0..<2000 as Range<UInt32> {
      let address = IPAddress(ipv4: 0x0800_0000 + number)
      let end = (8_000...12_000).first {
        !ages.accepts(askedAt: 0, isUnknown: false, of: address, now: $0)
      }
      ends.append(end ?? 0)
    }
    #expect(ends.allSatisfy { (9_000...11_000).contains($0) })
    #expect(Set(ends).count > 1000)
    #expect((ends.min() ?? 0) < 9_050 && (ends.max() ?? 0) > 10_950)
    let longest = AnswerAges(located: .max, unknown: .max)
    #expect(longest.accepts(askedAt: 0, isUnknown: false, of: IPAddress(ipv4: 1), now: today))
    #expect(!ages.accepts(askedAt: .min, isUnknown: false, of: IPAddress(ipv4: 1), now: today))
  }

  @Test func `what is asked anew takes the old answer's place, also one from the future`() throws {
    let address = try address("8.8.8.8")
    let store = try AnswerStore(path: folder("answers.db"))
    store.keep(.located(somewhere("Old")), for: address, at: today + 400_000)
    store.keep(.located(somewhere("New")), for: address)
    #expect(store.known([address]) == [0: .located(somewhere("New"))])
    store.keep(.located(somewhere("Older")), for: address, at: today - 5)
    #expect(store.known([address]) == [0: .located(somewhere("New"))])
  }

  @Test func `prunes by age, and the parts that no answer needs`() throws {
    let store = try AnswerStore(path: folder("answers.db"))
    let addresses = (0..<7000 as Range<UInt32>).map { IPAddress(ipv4: 0x0800_0000 + $0) }
    store.keep(
      addresses.map {
        var location = somewhere()
        location.isp = "Provider \($0)"
        return StoredAnswer(address: $0, outcome: .located(location), askedAt: today - 100)
      }, kind: english, now: today)
    let late = try address("9.9.9.9")
    store.keep(.located(somewhere()), for: late)
    #expect(try store.prune(before: today - 100) == 0)
    #expect(try store.prune(before: today) == 7000)
    #expect(store.known([late]).count == 1)
    store.close(now: today)
    let file = try DatabaseFile(path: folder("answers.db"), identity: AnswerFile.identity).open()
    #expect(try file.database.integer("SELECT count(*) FROM parts") == 2)
  }

  @Test func `who has no time for the parts leaves them to a later call`() throws {
    func parts() throws -> Int64 {
      try DatabaseFile(path: folder("answers.db"), identity: AnswerFile.identity).open()
        .database.integer("SELECT count(*) FROM parts")
    }
    let store = try AnswerStore(path: folder("answers.db"))
    for (text, age) in [("8.8.8.8", Int64(200)), ("9.9.9.9", 100)] {
      var location = somewhere()
      location.isp = text
      let answer = StoredAnswer(
        address: try address(text), outcome: .located(location), askedAt: today - age)
      store.keep([answer], kind: english, now: today)
    }
    // Time to delete, and to see that no more is to be deleted.
    var looks = 0
    let deleted = try store.prune(before: today - 100) {
      looks += 1
      return looks <= 2
    }
    #expect(deleted == 1)
    #expect(try parts() == 3)
    #expect(try store.prune(before: today) == 1)
    #expect(try parts() == 0)
  }

  @Test func `the horizon is 60 days or twice the longest age`() {
    let day: Int64 = 86_400
    #expect(AnswerAges.horizon(maximum: 30 * day, stale: 0, now: today) == today - 60 * day)
    #expect(AnswerAges.horizon(maximum: 31 * day, stale: 0, now: today) == today - 62 * day)
    #expect(AnswerAges.horizon(maximum: day, stale: 90 * day, now: today) == today - 180 * day)
    #expect(AnswerAges.horizon(maximum: .max, stale: 0, now: today) < -today)
  }

  @Test func `exports in order, and imports what is newer`() throws {
    let store = try AnswerStore(path: folder("answers.db"))
    let addresses = (0..<2500 as Range<UInt32>).map { IPAddress(ipv4: 0x0900_0000 + $0) }
    store.keep(
      addresses.reversed().map {
        StoredAnswer(address: $0, outcome: .located(somewhere("\($0)")), askedAt: today - 10)
      }, kind: english, now: today)
    var rows: [AnswerStore.Row] = []
    var cursor: AnswerStore.Cursor? = AnswerStore.Cursor()
    while let here = cursor {
      let page = try store.rows(after: here, count: 1000)
      rows += page.rows
      cursor = page.next
    }
    #expect(rows.map(\.answer.address) == addresses)
    let other = try AnswerStore(path: folder("other.db"))
    other.keep(.located(somewhere("Mine")), for: addresses[0], at: today)
    var ahead = rows[1]
    ahead.answer.askedAt = today + 1
    let count = try other.importRows(rows + [ahead], now: today)
    #expect(count == AnswerStore.ImportCount(taken: 2499, older: 1, refused: 1))
    #expect(other.known([addresses[0]]) == [0: .located(somewhere("Mine"))])
    #expect(other.known(addresses).count == 2500)
  }

  @Test func `exports by the names of kinds, whatever their numbers, in pages of any size`() throws
  {
    let kinds = ["z en", "a en", "a de", "m de"].map {
      AnswerKind(provider: String($0.prefix(1)), language: String($0.suffix(2)))
    }
    let store = try AnswerStore(path: folder("answers.db"))
    for (index, kind) in kinds.enumerated() {
      // One of them has no answers at all.
      let count: UInt32 = index == 3 ? 0 : 7
      store.keep(
        (0..<count).map {
          StoredAnswer(
            address: IPAddress(ipv4: $0 &* 0x0100_0001), outcome: .unknown(.noData),
            askedAt: today - 1)
        }, kind: kind, now: today)
    }
    var exports: [[AnswerStore.Row]] = []
    for size in [1, 2, 7, 8, 14, 1000] {
      var rows: [AnswerStore.Row] = []
      var cursor: AnswerStore.Cursor? = AnswerStore.Cursor()
      while let here = cursor {
        let page = try store.rows(after: here, count: size)
        #expect(page.rows.count <= size)
        rows += page.rows
        cursor = page.next
      }
      exports.append(rows)
    }
    let names = exports[0].map { $0.kind.provider + $0.kind.language }
    let seven = { (name: String) in Array(repeating: name, count: 7) }
    #expect(names == seven("ade") + seven("aen") + seven("zen"))
    #expect(exports[0].first?.answer.address == IPAddress(ipv4: 0))
    #expect(Set(exports).count == 1)
  }

  @Test func `only what is certainly not there is absent`() throws {
    #expect(AnswerStore.isAbsent(path: folder("answers.db")))
    #expect(AnswerStore.isAbsent(path: folder("none/answers.db")))
    try Data().write(to: URL(fileURLWithPath: folder("file")))
    #expect(!AnswerStore.isAbsent(path: folder("file")))
    #expect(!AnswerStore.isAbsent(path: folder("file/answers.db")))
  }

  @Test func `counts, clears and shrinks`() throws {
    let store = try AnswerStore(path: folder("answers.db"))
    store.keep(
      (0..<3000 as Range<UInt32>).map {
        StoredAnswer(
          address: IPAddress(ipv4: 0x0800_0000 + $0), outcome: .located(somewhere("\($0)")),
          askedAt: today - Int64($0))
      }, kind: english, now: today)
    let before = try store.statistics()
    #expect(before.answers == 3000)
    #expect(before.kinds == [.init(kind: english, answers: 3000)])
    #expect(before.oldest == today - 2999 && before.newest == today)
    #expect(try store.clear() == 3000)
    let after = try store.statistics()
    #expect(after.answers == 0 && after.oldest == nil && after.size < before.size / 2)
  }

  @Test func `another process that prunes does not mislead one with parts in mind`() throws {
    let address = try address("8.8.8.8")
    let first = try AnswerStore(path: folder("answers.db"))
    let second = try AnswerStore(path: folder("answers.db"))
    first.keep(.located(somewhere()), for: address)
    #expect(second.known([address]).count == 1)
    try first.clear()
    #expect(second.known([address]).isEmpty)
    second.keep(.located(somewhere("Berlin")), for: address)
    #expect(first.known([address]) == [0: .located(somewhere("Berlin"))])
  }
}
