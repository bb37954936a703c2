import Foundation
import IPGeoAddresses
import Testing

/// What holds for every address and for every text; the C library is the second judge.
@Suite struct AddressPropertyTests {
  @Test func `parsing and printing are inverse`() {
    var generator = SeededGenerator(seed: 1)
    var broken: [IPAddress] = []
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
      for _ in 0..<2_000_000 {
        let address = randomAddress(&generator)
        let length = address.writeText(to: room)
        let text = UnsafeRawBufferPointer(rebasing: room[..<length])
        if IPAddress(bytes: text) != address { broken.append(address) }
      }
    }
    #expect(broken.isEmpty)
  }

  @Test func `a text is canonical exactly where the address is written so`() {
    var generator = SeededGenerator(seed: 5)
    var canonical = 0
    var others = 0
    for _ in 0..<300_000 {
      let address = randomAddress(&generator)
      var text = address.description
      // Half of them as they are, the others in one of the many other ways.
      switch generator.next() % 12 {
      case 0: text = text.uppercased()
      case 1: text = groups(of: address, width: 4)
      case 2: text = groups(of: address, width: 1)
      case 3: text = compressed(groups(of: address, width: 1), &generator)
      case 4: text = compressed(groups(of: address, width: 2), &generator)
      case 5: text = "::ffff:" + text
      default: break
      }
      let read = Array(text.utf8).withUnsafeBytes { IPAddress.read($0) }
      guard let read else { continue }
      #expect(read.isCanonical == (read.address.description == text), "\(text)")
      if read.isCanonical { canonical += 1 } else { others += 1 }
    }
    #expect(canonical > 150_000 && others > 30_000)
  }

  /// Eight groups in hexadecimal, each of that many digits at least.
  private func groups(of address: IPAddress, width: Int) -> String {
    (0..<8).map { index in
      let half = index < 4 ? address.high : address.low
      let digits = String(half >> UInt64(48 - 16 * (index % 4)) & 0xffff, radix: 16)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: ":")
  }

  /// The same with `::` for some run of zero groups, of any length, wherever there is one.
  private func compressed(_ text: String, _ generator: inout SeededGenerator) -> String {
    let groups = text.split(separator: ":")
    let runs = groups.indices.flatMap { start in
      groups.indices.filter { end in
        end >= start && groups[start...end].allSatisfy { $0.allSatisfy { $0 == "0" } }
      }.map { start...$0 }
    }
    guard let run = runs.randomElement(using: &generator) else { return text }
    return groups[..<run.lowerBound].joined(separator: ":") + "::"
      + groups[(run.upperBound + 1)...].joined(separator: ":")
  }

  @Test func `prints as the C library does`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<100_000 {
      let address = randomAddress(&generator)
      // The C library writes ::/96 with a dotted tail, which RFC 5952 leaves to known prefixes.
      if address.high == 0, address.low >> 32 == 0 { continue }
      #expect(address.description == printedByLibrary(address))
    }
  }

  @Test func `takes and refuses what the C library does`() {
    var generator = SeededGenerator(seed: 3)
    var taken = 0
    for _ in 0..<150_000 {
      let text = mutated(Array(randomAddress(&generator).description.utf8), &generator)
      let ours = text.withUnsafeBytes { IPAddress(bytes: $0) }
      #expect(ours == parsedByLibrary(text), "\(String(decoding: text, as: UTF8.self))")
      taken += ours == nil ? 0 : 1
    }
    // The mutations must leave enough of both kinds.
    #expect(30_000...120_000 ~= taken)
  }

  @Test func `any byte in any place of IPv4 is judged as the C library does`() {
    let parts = ["7", "42", "199"]
    var wrong: [String] = []
    for choice in 0..<81 {
      let text = [27, 9, 3, 1].map { parts[choice / $0 % 3] }.joined(separator: ".")
      for place in 0..<text.utf8.count {
        var bytes = Array(text.utf8)
        for byte in UInt8.min...UInt8.max {
          bytes[place] = byte
          // The C library ends at a NUL, so it is not asked about one.
          let expected = byte == 0 ? nil : parsedByLibrary(bytes)
          let ours = bytes.withUnsafeBytes { IPAddress(bytes: $0) }
          if ours != expected { wrong.append(String(decoding: bytes, as: UTF8.self)) }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `no bytes crash, and no text is trusted twice`() {
    var generator = SeededGenerator(seed: 4)
    let alphabet =
      Array("0123456789abcdefxX:.%/[]()<>{}\"'`,;* -_\0\t\n".utf8) + [
        0xc2, 0xa0, 0xe2, 0x80, 0x8b, 0xff,
      ]
    for round in 0..<45_000 {
      var bytes: [UInt8]
      switch round % 3 {
      case 0:
        bytes = (0..<(round / 3 % 301)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      case 1:
        bytes = (0..<Int(generator.next() % 48)).map { _ in
          alphabet[Int(generator.next() % UInt64(alphabet.count))]
        }
      default:
        bytes = Array(randomAddress(&generator).description.utf8)
        for _ in 0..<Int(generator.next() % 4) {
          let place = Int(generator.next() % UInt64(bytes.count + 1))
          bytes.insert(alphabet[Int(generator.next() % UInt64(alphabet.count))], at: place)
        }
      }
      bytes.withUnsafeBytes { raw in
        let trimmed = AddressToken.trimmed(raw)
        #expect(trimmed.lowerBound >= 0 && trimmed.upperBound <= raw.count)
        _ = AddressToken.decimalReading(raw)
        _ = AddressPrefix(bytes: raw)
        guard case .success(let token) = AddressToken.parse(raw) else { return }
        checkSpelling(token, in: raw)
      }
    }
  }

  @Test func `one address written a hundred ways is one address`() throws {
    for text in ["2001:db8::808:808", "2001:4860:4860::8888", "1:0:0:2::3", "::a:0:0:b", "fe80::1"]
    {
      let address = try #require(IPAddress(text))
      var written = Set<String>()
      for spelling in spellings(of: address) {
        #expect(IPAddress(spelling) == address, "\(spelling)")
        for decorated in [
          spelling, "[\(spelling)]", "[\(spelling)]:443", "\(spelling)%eth0",
          "[\(spelling)%25eth0]:80", " \"\(spelling)\", ", "\(spelling)/128", "(\(spelling))",
        ] {
          written.insert(decorated)
          #expect(IPGeoAddressesTests.address(Array(decorated.utf8)) == address, "\(decorated)")
        }
      }
      #expect(written.count >= 100)
    }
  }

  // MARK: - Support

  /// The spelling read alone gives the same address, and zone and spelling lie within the bytes.
  private func checkSpelling(_ token: AddressToken, in raw: UnsafeRawBufferPointer) {
    #expect(token.spelling.lowerBound >= 0 && token.spelling.upperBound <= raw.count)
    var spelling = Array(raw[token.spelling])
    if let zone = token.zone {
      #expect(
        token.spelling.contains(zone.lowerBound) && zone.upperBound == token.spelling.upperBound)
      spelling.removeSubrange((spelling.firstIndex(of: 0x25) ?? 0)...)
    }
    #expect(parsedByLibrary(spelling) == token.address)
  }

  /// All positions of `::`, cases, paddings and a dotted tail.
  private func spellings(of address: IPAddress) -> [String] {
    let groups = (0..<8).map { (index: Int) -> UInt16 in
      let half = index < 4 ? address.high : address.low
      return UInt16(truncatingIfNeeded: half >> UInt64(48 - 16 * (index & 3)))
    }
    let low = UInt32(truncatingIfNeeded: address.low)
    let dotted = [24, 16, 8, 0].map { String(low >> $0 & 255) }.joined(separator: ".")
    var spellings: [String] = []
    for padding in 1...4 {
      for isUpper in [false, true] {
        let texts = groups.map { group in
          let digits = String(group, radix: 16, uppercase: isUpper)
          return String(repeating: "0", count: max(0, padding - digits.count)) + digits
        }
        for parts in [texts, texts[..<6] + [dotted]] {
          spellings.append(parts.joined(separator: ":"))
          let compressible = parts.count == 8 ? 8 : 6
          for start in 0..<compressible {
            for end in (start + 1)...compressible where groups[start..<end].allSatisfy({ $0 == 0 })
            {
              spellings.append(
                parts[..<start].joined(separator: ":") + "::" + parts[end...].joined(separator: ":")
              )
            }
          }
        }
      }
    }
    return spellings
  }

  /// One to three small changes; never a NUL, at which the C library would cut.
  private func mutated(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    let alphabet = Array("0123456789abcdefABCDEFg:.: -+x%/".utf8)
    var text = text
    for _ in 0..<Int(generator.next() % 3) {
      let byte = alphabet[Int(generator.next() % UInt64(alphabet.count))]
      let place = Int(generator.next() % UInt64(max(text.count, 1)))
      switch generator.next() % 4 {
      case 0: text.insert(byte, at: place)
      case 1 where !text.isEmpty: text.remove(at: place)
      case 2 where !text.isEmpty: text[place] = byte
      default: text += text.suffix(Int(generator.next() % 4))
      }
    }
    return text
  }

  private func parsedByLibrary(_ text: [UInt8]) -> IPAddress? {
    let text = text.map { CChar(bitPattern: $0) } + [0]
    var v4 = in_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      return IPAddress(ipv4: UInt32(bigEndian: v4.s_addr))
    }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
    return withUnsafeBytes(of: &v6) { raw in
      IPAddress(
        high: UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  private func printedByLibrary(_ address: IPAddress) -> String {
    var text = [CChar](repeating: 0, count: 64)
    var octets = address.octets
    inet_ntop(address.isIPv4 ? AF_INET : AF_INET6, &octets, &text, 64)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
