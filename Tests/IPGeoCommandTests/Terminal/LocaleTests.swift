import Testing

@testable import IPGeoCommand

@Suite struct LocaleTests {
  static let locales: [([String: String], Bool)] = [
    ([:], false), (["LANG": "C"], false), (["LANG": "en_GB.UTF-8"], true),
    (["LANG": "de_DE.utf8"], true), (["LANG": "de_DE.utf8@euro"], true),
    (["LANG": "C.UTF-8"], true),
    (["LANG": "de_DE.ISO-8859-1"], false), (["LC_CTYPE": "UTF-8"], true),
    (["LC_ALL": "C", "LC_CTYPE": "en_GB.UTF-8", "LANG": "en_GB.UTF-8"], false),
    (["LC_ALL": "", "LC_CTYPE": "C", "LANG": "en_GB.UTF-8"], false),
    (["LC_ALL": "", "LC_CTYPE": "", "LANG": "en_GB.UTF-8"], true),
    (["LANG": "utf-8.ISO-8859-1"], false),
  ]

  @Test(arguments: locales)
  func `UTF-8 is by the first variable that says anything`(
    environment: [String: String], isUnicode: Bool
  ) {
    #expect(Terminal.isUnicode(environment) == isUnicode)
  }
}
