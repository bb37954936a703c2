import Testing

@testable import IPGeoRecords

/// A line of a list that is a list itself.
struct ListClientTests {
  private func records(_ text: String, _ client: ClientRule = ClientRule()) -> [String] {
    Array(text.utf8).withUnsafeBytes { bytes in
      var found = Findings(maximumLine: 1 << 20)
      let finder = ListFinder(client: client)
      _ = finder.find(in: bytes, lines: 0..<bytes.count, mayGoOn: false, into: &found)
      func cut(_ range: Range<UInt32>) -> String {
        String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
      }
      return found.records.map {
        let list = $0.isForwarded ? " list" : ""
        return "<\(cut($0.whole))> <\(cut($0.text))> <\(cut($0.spelling))> \($0.hits)\(list)"
      }
    }
  }

  @Test func `the client of a forwarded list is found`() {
    #expect(
      records("10.0.0.1, 8.8.8.8:80, 1.1.1.1\n") == [
        "<10.0.0.1, 8.8.8.8:80, 1.1.1.1> <10.0.0.1, 8.8.8.8:80, 1.1.1.1> <8.8.8.8> 1 list"
      ])
    #expect(
      records("  12 10.0.0.1,8.8.8.8 # x\n", rule(.first)) == [
        "<  12 10.0.0.1,8.8.8.8 # x> <10.0.0.1,8.8.8.8> <10.0.0.1> 12 list"
      ])
    #expect(
      records("\0\0for=8.8.8.8;proto=http \n 8.8.8.8 \n") == [
        "<for=8.8.8.8;proto=http > <for=8.8.8.8;proto=http> <8.8.8.8> 1 list",
        "< 8.8.8.8 > <8.8.8.8> <8.8.8.8> 1",
      ])
  }

  @Test func `what is no list stays what it was`() throws {
    let result = try read("8.8.8.8,US\nUS,8.8.8.8\n8.8.8.8 x\n-\nunknown, -\nfoo, bar\n8.8.8.8,\n")
    #expect(
      result.words == [
        "trailing-text", "not-an-address", "trailing-text", "no-address", "no-address",
        "not-an-address", "8.8.8.8",
      ])
  }
}
