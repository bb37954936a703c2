import IPGeoRecords
import Testing

@Suite struct VisibleASCIITests {
  @Test(arguments: [
    ("plain", "plain"), ("Köln", #"K\u{F6}ln"#), ("a…", "a..."), ("😀", #"\u{1F600}"#), ("", ""),
  ])
  func `shows letters that are not of ASCII by their numbers`(text: String, shown: String) {
    #expect(VisibleText.ascii(text) == shown)
  }
}
