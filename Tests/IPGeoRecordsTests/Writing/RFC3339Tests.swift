import Foundation
import IPGeoRecords
import Testing

@Suite struct RFC3339Tests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (testInstant, "2026-11-30T02:03:04Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
      (.min, "0001-01-01T00:00:00Z"), (.max, "9999-12-31T23:59:59Z"),
      (-2_203_891_201, "1900-02-28T23:59:59Z"), (-2_203_891_200, "1900-03-01T00:00:00Z"),
    ] as [(Int64, String)])
  func `writes instants in UTC`(seconds: Int64, text: String) {
    #expect(String(decoding: appended { RFC3339.append(seconds, to: &$0) }, as: UTF8.self) == text)
  }

  @Test func `agrees with Foundation on every day of four centuries`() {
    let formatter = ISO8601DateFormatter()
    for day in 0..<146_097 where day % 7 == 0 || day % 365 < 3 {
      let seconds = Int64(day) * 86_400 + Int64(day % 86_400)
      let text = String(decoding: appended { RFC3339.append(seconds, to: &$0) }, as: UTF8.self)
      #expect(text == formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds))))
    }
  }
}
