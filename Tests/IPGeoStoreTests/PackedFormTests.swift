import IPGeoCore
import Testing

@testable import IPGeoStore

@Suite struct PackedFormTests {
  private func unpacked(_ packed: PackedForm.Packed) -> Location? {
    packed.body.withUnsafeBytes { body in
      var reader = PackedReader(body)
      var view = LocationView()
      guard PackedForm.start(&reader) != nil, reader.readPlace(into: &view),
        let country = packed.country, let network = packed.network
      else { return nil }
      return country.withUnsafeBytes { country in
        network.withUnsafeBytes { network in
          var countryReader = PackedReader(country)
          var networkReader = PackedReader(network)
          guard countryReader.readCountry(into: &view), networkReader.readNetwork(into: &view)
          else { return nil }
          return Location(view)
        }
      }
    }
  }

  @Test(arguments: [Location(), somewhere(), somewhere(""), somewhere("東京\u{0}\u{1F600}")])
  func `every member comes back`(location: Location) throws {
    var location = location
    location.district = location.city
    location.reverse = location.city.map { _ in "dns.google" }
    location.isProxy = location.isMobile.map { !$0 }
    let packed = try #require(PackedForm.pack(.located(location), hasReverse: true))
    #expect(unpacked(packed) == location)
  }

  @Test func `extreme numbers come back`() throws {
    var location = Location()
    location.utcOffset = .min
    location.asn = .max
    location.latitude = -90
    location.longitude = 180
    let packed = try #require(PackedForm.pack(.located(location), hasReverse: false))
    #expect(unpacked(packed) == location)
  }

  @Test func `answers of one network share its part`() throws {
    let one = try #require(PackedForm.pack(.located(somewhere("A")), hasReverse: false))
    let two = try #require(PackedForm.pack(.located(somewhere("B")), hasReverse: false))
    #expect(one.country == two.country && one.network == two.network && one.body != two.body)
  }

  @Test func `no cut or flipped body traps or is read as more than it is`() throws {
    let packed = try #require(PackedForm.pack(.located(somewhere()), hasReverse: false))
    for length in packed.body.indices {
      var cut = packed
      cut.body = Array(packed.body.prefix(length))
      #expect(unpacked(cut) == nil)
    }
    for place in packed.body.indices {
      for bit in 0..<8 {
        var flipped = packed
        flipped.body[place] ^= 1 << UInt8(bit)
        _ = unpacked(flipped)
      }
    }
  }

  @Test func `another form, or a place off the globe, is not read`() throws {
    var packed = try #require(PackedForm.pack(.located(somewhere()), hasReverse: false))
    packed.body[0] = 2
    #expect(unpacked(packed) == nil)
    var off = somewhere()
    off.latitude = 90.5
    #expect(unpacked(try #require(PackedForm.pack(.located(off), hasReverse: false))) == nil)
    off.latitude = .nan
    #expect(unpacked(try #require(PackedForm.pack(.located(off), hasReverse: false))) == nil)
  }

  @Test func `what is too long is not packed`() {
    var location = somewhere()
    location.city = String(repeating: "x", count: 70_000)
    #expect(PackedForm.pack(.located(location), hasReverse: false) == nil)
  }
}
