import Testing

@testable import IPGeoRecords

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("country_c", "country_code"), ("code", "country_code"), ("ctiy", "city"), ("lta", "lat"),
    ("as", "asn"), ("longitude", "lon"),
  ])
  func `takes a start, then a word, then the fewest edits`(typed: String, meant: String) {
    #expect(NearestName.of(typed, among: Field.allCases.map(\.name)) == meant)
  }

  @Test func `knows none among none, and gives up on no text`() {
    #expect(NearestName.of("a", among: []) == nil)
    #expect(NearestName.of("", among: ["ab", "c"]) == "c")
    #expect(NearestName.of(String(repeating: "x", count: 1_000_000), among: ["a"]) == "a")
  }

  @Test func `counts edits`() {
    func edits(_ a: String, _ b: String) -> Int { NearestName.edits(Array(a.utf8), Array(b.utf8)) }
    #expect(edits("", "") == 0)
    #expect(edits("", "abc") == 3)
    #expect(edits("abc", "") == 3)
    #expect(edits("ab", "ba") == 1)
    #expect(edits("kitten", "sitting") == 3)
  }
}
