import IPGeoAddresses
import IPGeoCore
import Testing

@testable import IPGeoRecords

struct ClientChooserTests {
  private func choose(
    _ texts: [String?], _ rule: ClientRule = ClientRule()
  ) -> (ClientRule.Finding, String) {
    var chooser = ClientChooser(rule)
    var all = ""
    for text in texts {
      if let text {
        Array(text.utf8).withUnsafeBytes { chooser.take($0, at: all.utf8.count) }
        all += text
      } else {
        chooser.takeNothing()
      }
    }
    return (chooser.finding(in: 0..<all.utf8.count), all)
  }

  private func words(_ texts: [String?], _ rule: ClientRule = ClientRule()) -> String {
    let (finding, all) = choose(texts, rule)
    return describe(finding, in: all)
  }

  @Test func `entries that come one by one are a list`() {
    #expect(words(["10.0.0.1", "8.8.8.8:80"]) == "8.8.8.8:80 list")
    #expect(words(["unknown", "", "8.8.8.8"]) == "8.8.8.8 list")
    #expect(words(["8.8.8.8"]) == "8.8.8.8")
    #expect(words([]) == "no-address")
    #expect(words([nil]) == "no-address")
    #expect(words(["", " "]) == "no-address")
    #expect(words(["foo", nil]) == "no-address list")
  }

  @Test func `an entry may be a list itself`() {
    #expect(words(["10.0.0.1, 8.8.8.8", "1.1.1.1"]) == "8.8.8.8 list")
    #expect(words(["for=10.0.0.1", "for=\"8.8.8.8:1\""]) == "8.8.8.8:1 list")
    #expect(
      words(["1.1.1.1, 8.8.8.8", "10.0.0.1"], rule(trusting: ["10.0.0.0/8"])) == "8.8.8.8 list")
    #expect(
      words(["8.8.8.8", nil, "10.0.0.1"], rule(trusting: ["10.0.0.0/8"])) == "no-address list")
  }

  @Test func `once it is settled nothing changes it`() {
    var chooser = ClientChooser(ClientRule())
    var states: [Bool] = []
    for text in ["unknown", "10.0.0.1", "8.8.8.8", "1.1.1.1"] {
      Array(text.utf8).withUnsafeBytes { chooser.take($0, at: 0) }
      states.append(chooser.isSettled)
    }
    #expect(states == [false, false, true, true])
    #expect(chooser.finding(in: 0..<0).result == .address(IPAddress(ipv4: 0x0808_0808)))
    #expect(ClientChooser(rule(.last)).isSettled == false)
  }

  /// An entry, what it says, and whether it is public or trusted.
  private struct Entry {
    var text: String
    var address: IPAddress?

    static func random(_ random: inout Seeded) -> Entry {
      let plain =
        [
          "8.8.8.8", "1.1.1.1", "10.0.0.1", "10.9.9.9", "192.168.1.1", "2001:4860::8888", "fd00::1",
          "::ffff:9.9.9.9", "unknown", "-", "_x", "garbage", "8.8.8.8.8",
        ].randomElement(using: &random) ?? "-"
      let address = IPAddress(plain)
      var text = plain
      switch Int.random(in: 0..<5, using: &random) {
      case 0: text = "\"\(text)\""
      case 1 where address != nil: text = "[\(text)]:80"
      case 2 where address?.isIPv4 == true && plain.first != ":": text += ":65535"
      case 3: text = " \t\(text)\u{a0}"
      default: break
      }
      return Entry(text: text, address: address)
    }

    var isPublic: Bool { address.map { $0.specialBlock == nil } ?? false }
  }

  private func expected(_ entries: [Entry], _ rule: ClientRule) -> IPAddress? {
    if !rule.trustedProxies.isEmpty {
      let client = entries.last { entry in
        guard let address = entry.address else { return true }
        return !rule.trustedProxies.contains { $0.contains(address) }
      }
      return client.map(\.address) ?? entries.first?.address
    }
    let addresses = entries.compactMap(\.address)
    return switch rule.choice {
    case .first: addresses.first
    case .last: addresses.last
    case .firstPublic: entries.first(where: \.isPublic)?.address ?? addresses.first
    }
  }

  @Test func `random lists say what the rule says, in each form`() {
    var random = Seeded(state: 11)
    let rules =
      ClientRule.Choice.allCases.map { rule($0) } + [
        rule(trusting: ["10.0.0.0/8"]),
        rule(.last, trusting: ["10.0.0.0/8", "8.0.0.0/6", "fd00::/8"]),
        rule(trusting: ["0.0.0.0/0", "::/0"]),
      ]
    for _ in 0..<3000 {
      var entries = (0..<Int.random(in: 2...7, using: &random)).map { _ in Entry.random(&random) }
      for rule in rules {
        entries.shuffle(using: &random)
        let result = expected(entries, rule)
        let texts = entries.map(\.text)
        let separator = [",", ", ", " , ", ",,", ",\t,"].randomElement(using: &random) ?? ","
        let list = texts.joined(separator: separator)
        let found = finding(list, rule)
        #expect(address(found) == result, "\(list) \(rule)")
        #expect(found.isForwarded)
        if let result {
          let spelling = String(decoding: Array(list.utf8)[found.spelling], as: UTF8.self)
          #expect(IPAddress(spelling) == result)
        }
        let header = texts.map { $0.contains("\"") ? "for=\($0)" : "for=\"\($0)\"" }
          .joined(separator: separator)
        #expect(address(finding(header, rule)) == result, "\(header) \(rule)")
        #expect(address(choose(texts, rule).0) == result)
        #expect(address(choose([list], rule).0) == result)
      }
    }
  }

  private func address(_ finding: ClientRule.Finding) -> IPAddress? {
    if case .address(let address) = finding.result { return address }
    return nil
  }
}
