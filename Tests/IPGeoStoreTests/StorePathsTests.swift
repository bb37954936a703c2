import Testing

@testable import IPGeoStore

@Suite struct StorePathsTests {
  private func paths(
    _ variables: [String: String], account: String? = nil, hasShared: Bool = false
  ) -> StorePaths {
    StorePaths(
      variable: { variables[$0] }, accountHome: { account }, isWritableFolder: { _ in hasShared })
  }

  @Test func `option before variable before XDG before HOME before account`() {
    let all = [
      "IPGEO_CACHE": "/e/a.db", "IPGEO_LIMIT_FILE": "/e/l.db", "XDG_CACHE_HOME": "/xc",
      "XDG_STATE_HOME": "/xs/", "HOME": "/h",
    ]
    #expect(paths(all).answers(option: "mine.db") == "mine.db")
    #expect(paths(all).answers(option: nil) == "/e/a.db")
    #expect(paths(all).limit(option: nil)?.path == "/e/l.db")
    let without = all.filter { !$0.key.hasPrefix("IPGEO") }
    #expect(paths(without).answers(option: nil) == "/xc/ipgeo/answers.db")
    #expect(paths(without).limit(option: nil)?.path == "/xs/ipgeo/limit.db")
    let home = ["HOME": "/h/"]
    #expect(paths(home).answers(option: nil) == "/h/.cache/ipgeo/answers.db")
    #expect(paths(home).limit(option: nil)?.path == "/h/.local/state/ipgeo/limit.db")
    #expect(paths([:], account: "/root").answers(option: nil) == "/root/.cache/ipgeo/answers.db")
    #expect(paths(["HOME": "/"]).answers(option: nil) == "/.cache/ipgeo/answers.db")
  }

  @Test func `nothing relative or empty leads into the current folder`() {
    for bad in ["", "relative", "./x"] {
      let variables = [
        "IPGEO_CACHE": "", "IPGEO_LIMIT_FILE": "", "XDG_CACHE_HOME": bad, "XDG_STATE_HOME": bad,
        "HOME": bad,
      ]
      #expect(paths(variables, account: bad).answers(option: nil) == nil)
      #expect(paths(variables, account: bad).limit(option: nil) == nil)
      #expect(
        paths(variables, account: "/r").answers(option: nil) == "/r/.cache/ipgeo/answers.db")
    }
  }

  @Test func `the machine's limit file comes before the user's`() {
    let place = paths(["XDG_STATE_HOME": "/xs"], hasShared: true).limit(option: nil)
    #expect(place == StorePaths.LimitPlace(path: "/var/lib/ipgeo/limit.db", isShared: true))
  }
}
