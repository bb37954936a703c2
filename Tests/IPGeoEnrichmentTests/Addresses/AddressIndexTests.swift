import IPGeoAddresses
import Testing

@testable import IPGeoEnrichment

@Suite struct AddressIndexTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `numbers are those of a dictionary filled in order of first sight`(seed: UInt64) throws {
    var random = RandomAnswers(seed: seed)
    let addresses = SlabArray<IPAddress>()
    var index = AddressIndex(addresses: addresses, minimumCapacity: 1)
    var expected: [IPAddress: UInt32] = [:]
    var seen: [IPAddress] = []
    for _ in 0..<60_000 {
      let isKnown = !seen.isEmpty && random.below(3) > 0
      let address = isKnown ? seen[random.below(seen.count)] : random.address()
      let numbered = index.number(of: address)
      let found = try #require(numbered)
      #expect(found.isNew == (expected[address] == nil))
      let number = expected[address] ?? UInt32(seen.count)
      if expected[address] == nil { seen.append(address) }
      expected[address] = number
      #expect(found.number == number)
    }
    #expect(addresses.count == seen.count)
    #expect(seen.indices.allSatisfy { addresses[$0] == seen[$0] })
  }

  @Test func `neighbouring addresses keep apart over many growths`() {
    let addresses = SlabArray<IPAddress>()
    var index = AddressIndex(addresses: addresses)
    let numbers = 0..<UInt32(200_000)
    func isNumbered(_ number: UInt32, isNew: Bool) -> Bool {
      guard let found = index.number(of: IPAddress(ipv4: 0x0100_0000 + number)) else {
        return false
      }
      return found.isNew == isNew && found.number == number
    }
    #expect(numbers.allSatisfy { isNumbered($0, isNew: true) })
    #expect(numbers.allSatisfy { isNumbered($0, isNew: false) })
  }
}
