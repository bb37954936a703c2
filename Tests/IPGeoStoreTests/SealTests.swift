import IPGeoAddresses
import IPGeoCore
import Testing

@testable import IPGeoStore

/// A store whose rows were changed by a disk gives no wrong place.
@Suite struct SealTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func keep(_ text: String, _ location: Location) throws {
    let store = try AnswerStore(path: folder("answers.db"))
    let answer = StoredAnswer(
      address: try address(text), outcome: .located(location), askedAt: today)
    store.keep([answer], kind: english, now: today)
    store.close(now: today)
  }

  private func change(_ sql: String) throws {
    let database = try Database(folder("answers.db"), busyMilliseconds: 1000)
    try database.execute(sql)
  }

  private func known(_ text: String) throws -> Outcome? {
    let store = try AnswerStore(path: folder("answers.db"))
    defer { store.close(now: today) }
    var found: Outcome?
    store.lookUp([try address(text)], kind: english, now: today) { _, outcome, _ in
      found = outcome
    }
    return found
  }

  @Test(arguments: [
    "UPDATE answers SET body = CAST(replace(CAST(body AS TEXT), 'Ashburn', 'Ashbury') AS BLOB)",
    "UPDATE answers SET body = substr(body, 1, length(body) - 1)",
    "UPDATE answers SET body = x''", "UPDATE answers SET country = country + 1",
    "UPDATE answers SET network = NULL", "UPDATE answers SET key = x'01010101'",
    "UPDATE parts SET body = CAST(replace(CAST(body AS TEXT), 'United', 'Untied') AS BLOB)",
  ])
  func `a changed row is not known`(sql: String) throws {
    var place = somewhere()
    // Without numbers, for SQLite changes texts up to the first zero byte only.
    (place.latitude, place.longitude, place.utcOffset, place.asn) = (nil, nil, nil, nil)
    try keep("8.8.8.8", place)
    #expect(try known("8.8.8.8") == .located(place))
    try change(sql)
    #expect(try known("8.8.8.8") == nil)
    #expect(try known("1.1.1.1") == nil)
  }

  @Test func `any flipped bit of a body is noticed`() throws {
    let key: [UInt8] = [8, 8, 8, 8]
    let body = Array("a body of some bytes".utf8)
    let sealed = body + Seal.bytes(Seal.value(key: key, country: 7, network: nil, body: body))
    func opens(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBytes { bytes in
        key.withUnsafeBytes {
          Seal.opened(bytes, key: $0, country: 7, network: nil)?.elementsEqual(body) == true
        }
      }
    }
    #expect(opens(sealed))
    for index in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[index] ^= 1 << UInt8(bit)
        #expect(!opens(changed))
      }
    }
    #expect(!opens([]) && !opens([1, 2, 3]))
  }

  @Test func `a page of rows leaves changed ones out, too`() throws {
    try keep("8.8.8.8", somewhere())
    try keep("1.1.1.1", somewhere())
    try change("UPDATE answers SET body = x'01' WHERE key = x'01010101'")
    let store = try AnswerStore(path: folder("answers.db"))
    let page = try store.rows(after: .init())
    #expect(page.rows.map(\.answer.address.description) == ["8.8.8.8"])
  }
}
