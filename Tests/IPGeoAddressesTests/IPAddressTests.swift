import Foundation
import IPGeoAddresses
import Testing

@Suite struct IPAddressTests {
  @Test(arguments: [
    ("0:0:0:0:0:0:0:0", "::"), ("::1", "::1"), ("1::", "1::"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
    ("1:0:0:2:3:0:0:4", "1::2:3:0:0:4"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ("2001:DB8::0001", "2001:db8::1"), ("0:1:2:3:4:5:6:7", "0:1:2:3:4:5:6:7"),
    ("1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7:0"), ("1:2:3:4:5:6::", "1:2:3:4:5:6::"),
    ("::1.2.3.4", "::102:304"), ("64:ff9b::8.8.8.8", "64:ff9b::808:808"),
    ("::ffff:1.2.3.4", "1.2.3.4"), ("::fffe:1.2.3.4", "::fffe:102:304"),
    ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("1:2:3::5:6:7:8", "1:2:3:0:5:6:7:8"),
    ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("1.20.0.99", "1.20.0.99"),
    ("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("abcd:ef01:10:100:1000:a:f:0", "abcd:ef01:10:100:1000:a:f:0"),
  ])
  func `prints the canonical text`(text: String, canonical: String) {
    #expect(IPAddress(text)?.description == canonical)
    #expect(IPAddress(canonical) == IPAddress(text))
  }

  @Test(arguments: [
    "", " ::1", "::1 ", "8.8.8.8 ", "8.8.8.8\0", "[::1]", "::1%0", "8.8.8.8/32", "8.8.8.8:1",
    "0000:0000:0000:0000:0000:ffff:255.255.255.2555", "٨.8.8.8",
  ])
  func `takes strict text only`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test func `octets stand in network order`() throws {
    let loopback = try #require(IPAddress("127.0.0.1"))
    #expect(loopback.octets == [127, 0, 0, 1])
    #expect(loopback.ipv4 == 0x7f00_0001)
    #expect(loopback.specialBlock?.name == "loopback")
    #expect(IPAddress("1.0.0.127")?.specialBlock == nil)
    let six = try #require(IPAddress("102:304:506:708:90a:b0c:d0e:f10"))
    #expect(six.octets == Array(1...16))
    #expect(six.high == 0x0102_0304_0506_0708)
    #expect(!six.isIPv4)
    #expect(six.ipv4 == nil)
  }

  @Test func `orders numerically`() {
    let texts = [
      "::", "::1", "1.2.3.4", "10.0.0.0", "::1:0:0:0", "2001:db8::", "2001:db8::1", "f::",
    ]
    let ordered = [
      "::", "::1", "1.2.3.4", "10.0.0.0", "::1:0:0:0", "f::", "2001:db8::", "2001:db8::1",
    ]
    #expect(
      texts.reversed().compactMap { IPAddress($0) }.sorted() == ordered.compactMap { IPAddress($0) }
    )
  }

  @Test func `writes nothing into too little room`() {
    let address = IPAddress(ipv4: 0x0102_0304)
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
      #expect(address.writeText(to: UnsafeMutableRawBufferPointer(rebasing: room[..<44])) == 0)
      #expect(address.writeText(to: UnsafeMutableRawBufferPointer(rebasing: room[..<45])) == 7)
      #expect(String(decoding: room[..<7], as: UTF8.self) == "1.2.3.4")
    }
  }

  @Test func `codes as text`() throws {
    let addresses = ["8.8.8.8", "2001:db8::1"].compactMap { IPAddress($0) }
    let data = try JSONEncoder().encode(addresses)
    #expect(String(decoding: data, as: UTF8.self) == #"["8.8.8.8","2001:db8::1"]"#)
    #expect(try JSONDecoder().decode([IPAddress].self, from: data) == addresses)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([IPAddress].self, from: Data(#"["8.8.8"]"#.utf8))
    }
  }

  /// The values are part of the contract: files and shards may depend on them.
  @Test func `the stable hash never changes, and spreads`() {
    #expect(IPAddress(ipv4: 0x0808_0808).stableHash == 980_296_658_688_793_895)
    #expect(IPAddress(high: 0x2001_0db8_0000_0000, low: 1).stableHash == 1_752_854_152_802_957_648)
    var buckets = [Int](repeating: 0, count: 1024)
    for index in 0..<102_400 as Range<UInt32> {
      buckets[Int(IPAddress(ipv4: 0x0a00_0000 + index * 256).stableHash & 1023)] += 1
      buckets[Int(IPAddress(high: UInt64(index) << 32, low: 1).stableHash >> 54)] += 1
    }
    #expect(buckets.allSatisfy { 120...290 ~= $0 })
  }
}

@Suite struct AddressPrefixTests {
  @Test(arguments: [
    ("10.0.0.0/8", "10.0.0.0", "10.255.255.255"), ("10.1.2.3/8", "10.0.0.0", "10.255.255.255"),
    ("0.0.0.0/0", "0.0.0.0", "255.255.255.255"), ("8.8.8.8/32", "8.8.8.8", "8.8.8.8"),
    ("2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("::/0", "::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), ("::1/128", "::1", "::1"),
    ("fe80::1/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("::ffff:10.0.0.0/104", "10.0.0.0", "10.255.255.255"),
    ("2001:db8::8000:0:0:1/65", "2001:db8::8000:0:0:0", "2001:db8::ffff:ffff:ffff:ffff"),
  ])
  func `knows its first and last address`(text: String, first: String, last: String) throws {
    let prefix = try #require(AddressPrefix(text))
    #expect(prefix.first == IPAddress(first))
    #expect(prefix.last == IPAddress(last))
    #expect(prefix.contains(prefix.first) && prefix.contains(prefix.last))
    #expect(AddressPrefix(prefix.description) == prefix)
  }

  @Test(arguments: [
    "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "::/129", "/8", "10.0.0.0/8/8", "a/8",
    "10.0.0/8", "10.0.0.0/-1", "10.0.0.0/ 8", "",
  ])
  func `takes strict CIDR only`(text: String) {
    #expect(AddressPrefix(text) == nil)
  }

  @Test func `IPv4 and IPv6 do not mix`() throws {
    let all = try #require(AddressPrefix("::/0"))
    let eight = try #require(IPAddress("8.8.8.8"))
    #expect(!all.contains(eight))
    #expect(AddressPrefix("0.0.0.0/0")?.contains(eight) == true)
    #expect(AddressPrefix("0.0.0.0/0")?.contains(IPAddress(high: 0, low: 1)) == false)
    #expect(AddressPrefix("::ffff:8.8.8.8/90")?.description == "::ffc0:0:0/90")
  }

  @Test func `a length must fit`() {
    let eight = IPAddress(ipv4: 0x0808_0808)
    #expect(AddressPrefix(eight, length: 24)?.description == "8.8.8.0/24")
    #expect(AddressPrefix(eight, length: 33) == nil)
    #expect(AddressPrefix(eight, length: -1) == nil)
    #expect(AddressPrefix(IPAddress(high: 1 << 61, low: 0), length: 128)?.length == 128)
    #expect(AddressPrefix(IPAddress(high: 1 << 61, low: 0), length: .max) == nil)
  }
}
