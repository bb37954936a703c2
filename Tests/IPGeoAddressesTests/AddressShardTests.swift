import IPGeoAddresses
import Testing

/// The parts that addresses fall into.
@Suite struct AddressShardTests {
  @Test func `every address is in exactly one part`() throws {
    var generator = SeededGenerator(seed: 8)
    for count in [1, 2, 3, 5, 16, 1000, AddressShard.maximumCount] {
      for _ in 0..<2000 {
        let address = randomAddress(&generator)
        let number = try #require(
          (1...count).first { AddressShard($0, of: count)?.holds(address) == true })
        for other in [1, count, number / 2 + 1, min(count, number + 1)] where other != number {
          #expect(AddressShard(other, of: count)?.holds(address) == false)
        }
        if count > 1000 { break }
      }
    }
  }

  @Test(arguments: [
    // As a program in Python computes them.
    ("8.8.8.8", 5, 1), ("1.1.1.1", 5, 4), ("2606:4700:4700::1111", 5, 4), ("10.0.0.1", 5, 5),
    ("8.8.8.8", 1000, 781), ("::1", 7, 1), ("255.255.255.255", 65_536, 24290),
  ])
  func `an address stays in its part`(text: String, count: Int, number: Int) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressShard(number, of: count)?.holds(address) == true)
  }

  @Test func `the parts are of much the same size, whatever addresses have in common`() throws {
    let sets: [[IPAddress]] = [
      (0..<20_000).compactMap { IPAddress("10.\($0 / 250).\($0 % 250).1") },
      (0..<20_000).compactMap { IPAddress("81.2.\($0 / 200).\($0 % 200)") },
      (0..<20_000).compactMap { IPAddress("2001:db8:0:" + String($0, radix: 16) + "::") },
    ]
    for addresses in sets {
      for count in [2, 4, 7, 32] {
        let shards = try (1...count).map { try #require(AddressShard($0, of: count)) }
        let sizes = shards.map { shard in addresses.count { shard.holds($0) } }
        #expect(sizes.reduce(0, +) == addresses.count)
        let mean = addresses.count / count
        // Six times the spread that chance has.
        let bound = 6 * Int(Double(mean).squareRoot())
        #expect(sizes.allSatisfy { abs($0 - mean) < bound }, "\(count): \(sizes)")
      }
    }
  }

  @Test func `what is no part is refused`() {
    for (number, count) in [(0, 3), (4, 3), (-1, 3), (1, 0), (1, -1), (1, 65_537), (0, 0)] {
      #expect(AddressShard(number, of: count) == nil)
    }
    #expect(AddressShard(65_536, of: 65_536) != nil)
  }
}
