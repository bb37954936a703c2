import IPGeoAPI
import IPGeoRateLimit
import Testing

@testable import IPGeoCommand

private let second: Int64 = 1_000_000_000

@Suite struct DurationTests {
  @Test(arguments: [
    ("500ms", 500_000_000), ("30s", 30 * second), ("2m", 120 * second), ("1h30m", 5400 * second),
    ("30d", 2_592_000 * second), ("0s", 0), ("1d2h3m4s5ms", 93_784 * second + 5_000_000),
    ("0090s", 90 * second), ("106751d", 106_751 * 86_400 * second),
  ])
  func `reads durations`(text: String, nanoseconds: Int64) throws {
    #expect(try DurationText.parse(text) == nanoseconds)
  }

  @Test(arguments: [
    "", "30", "s", "30x", "30S", "-1s", "+1s", "1.5s", "1s1s", "1m1h", "1h30", " 1s", "1s ",
    "106752d", "99999999999999999999s", "9223372036854775807s", "106751d24h", "١s", "1ｓ", "ms",
  ])
  func `refuses what is no duration`(text: String) {
    #expect(throws: ValueFault.self) { try DurationText.parse(text) }
  }

  @Test func `print and parse are inverse`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5_000 {
      let bits = UInt64.random(in: 1...63, using: &random)
      let largest = Int64.max >> (63 - Int64(bits)) / 1_000_000
      let nanoseconds = Int64.random(in: 0...max(0, largest), using: &random) * 1_000_000
      #expect(try DurationText.parse(DurationText.text(nanoseconds)) == nanoseconds)
    }
  }

  @Test func `no time is refused where some is needed`() {
    #expect(throws: ValueFault.self) { try DurationText.parsePositive("0s") }
  }
}

@Suite struct RateTests {
  @Test func `reads and prints rates`() throws {
    #expect(try RateLimit(parsing: "15/60s") == .publishedBatch)
    #expect(try RateLimit(parsing: "45/1m") == .publishedSingle)
    #expect(RateLimit.publishedBatch.text == "15/60s")
    for _ in 0..<2_000 {
      let rate = RateLimit(
        requests: .random(in: 1...1_000_000),
        window: .random(in: 1...31_622_400_000) * 1_000_000)
      #expect(try RateLimit(parsing: rate.text) == rate)
    }
  }

  @Test(arguments: [
    "", "15", "15/", "/60s", "15/60", "0/60s", "15/0s", "-1/60s", "15/60s/1", "1000001/1s",
    "15 /60s",
    "15/367d", "99999999999999999999/1s",
  ])
  func `refuses what is no rate`(text: String) {
    #expect(throws: ValueFault.self) { try RateLimit(parsing: text) }
  }

  @Test(arguments: [
    ("15/60s", 15), ("15/61s", 15), ("16/1d", 16), ("1/4s", 15), ("1/3999ms", 16), ("7/30s", 14),
    ("8/30s", 16), ("15/59s", 30), ("15/6s", 150), ("1000000/1ms", 60_000_000_000),
  ])
  func `knows the most that fits in a minute`(text: String, most: Int) throws {
    let rate = try RateLimit(parsing: text)
    #expect(rate.mostPerMinute == most)
    #expect(rate.exceeds(.publishedBatch) == (most > 15))
  }
}

@Suite struct SmallValueTests {
  @Test(arguments: [("1", 1), ("4096", 4096), ("64k", 65_536), ("1M", 1 << 20), ("1g", 1 << 30)])
  func `reads sizes`(text: String, size: Int) throws {
    #expect(try ByteSize.parse(text) == size)
  }

  @Test(arguments: ["", "k", "0", "-1", "1.5m", "2g", "1kb", "9223372036854775807g", "１k"])
  func `refuses what is no size`(text: String) {
    #expect(throws: ValueFault.self) { try ByteSize.parse(text) }
  }

  @Test(arguments: [
    ("2", 20_000), ("2%", 20_000), ("0", 0), ("100", 1_000_000), ("0.5", 5_000),
    ("99.9999%", 999_999),
  ])
  func `reads percentages`(text: String, millionths: UInt64) throws {
    #expect(try Percentage(parsing: text).millionths == millionths)
  }

  @Test(arguments: [
    "", "%", "-1", "101", "100.0001", "1.00001", ".", "1.", ".5", "1%%", "1.2.3", "x",
  ])
  func `refuses what is no percentage`(text: String) {
    #expect(throws: ValueFault.self) { try Percentage(parsing: text) }
  }

  @Test func `weighs shares exactly`() throws {
    let two = try Percentage(parsing: "2")
    #expect(!two.isExceeded(by: 2, of: 100))
    #expect(two.isExceeded(by: 3, of: 100))
    #expect(two.isExceeded(by: 1, of: 49))
    #expect(Percentage.zero.isExceeded(by: 1, of: .max))
    #expect(!Percentage.zero.isExceeded(by: 0, of: 0))
    #expect(!Percentage(millionths: 1_000_000).isExceeded(by: .max, of: .max))
  }

  @Test(arguments: [("EN", Language.en), ("pt-br", .ptBR), ("ZH-cn", .zhCN), ("ru", .ru)])
  func `reads languages in any case`(text: String, language: Language) throws {
    #expect(try Language.parse(text) == language)
  }
}

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("feilds", "fields"), ("colour", "color"), ("out", "output"), ("unqiue", "unique"),
    ("no-cahce", "no-cache"), ("formt", "format"), ("job", "jobs"), ("helpp", "help"),
    ("summary", "summary-file"), ("rate", "batch-rate"), ("url", "api-url"),
  ])
  func `finds the option that was meant`(typed: String, meant: String) {
    #expect(BatchTable.table.nearest(toLong: typed) == "--\(meant)")
  }
}
