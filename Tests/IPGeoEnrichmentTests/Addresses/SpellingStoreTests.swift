import IPGeoAddresses
import IPGeoByteStreams
import Testing

@testable import IPGeoEnrichment

@Suite struct SpellingStoreTests {
  private func kept(_ text: String, of address: IPAddress) -> (text: String, isStored: Bool) {
    var store = SpellingStore()
    var out = ByteBuffer()
    let place = Array(text.utf8).withUnsafeBytes { store.keep($0, of: address) }
    store.append(place, of: address, to: &out)
    return (String(decoding: out.bytes, as: UTF8.self), place != nil)
  }

  @Test func `nothing is stored of a canonical spelling`() throws {
    for text in ["8.8.8.8", "2001:db8::1"] {
      let address = try #require(IPAddress(text))
      #expect(kept(text, of: address) == (text, false))
    }
  }

  @Test func `any other spelling comes back as it was`() throws {
    let address = try #require(IPAddress("2001:db8::1"))
    for text in ["2001:DB8::1", "2001:db8:0::1", "2001:db8::1%eth0", ""] {
      #expect(kept(text, of: address) == (text, true))
    }
  }

  @Test func `200 bytes are kept, and no half of a character`() throws {
    let address = try #require(IPAddress("2001:db8::1"))
    let text = String(repeating: "x", count: 199) + "é"
    #expect(kept(text, of: address).text == String(text.dropLast()))
  }
}
