import Testing

@testable import IPGeoRecords

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("8.8.8.8", 7), ("Zürich", 6), ("Zu\u{308}rich", 6), ("Łódź", 4), ("Αθήνα", 5),
    ("Москва", 6), ("東京都", 6), ("서울", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("北京 A", 6),
    ("ｱｲ", 2), ("ＡＢ", 4), ("กรุงเทพ", 6), ("\u{5E9}\u{5C1}", 1), ("🇫🇷", 2), ("🚀", 2), ("❤", 1),
    ("❤\u{FE0F}", 1), ("𠮷", 2), ("…", 1), ("—", 1), ("\u{3000}", 2),
  ])
  func `text takes so many columns`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }
}
