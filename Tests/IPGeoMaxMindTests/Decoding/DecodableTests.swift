import Foundation
import IPGeoAddresses
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

struct DecodableTests {
  private struct City: Decodable, Equatable {
    struct Place: Decodable, Equatable {
      var names: [String: String]
    }
    struct Location: Decodable, Equatable {
      var latitude: Double
      var accuracyRadius: Int
      var timeZone: String?
      enum CodingKeys: String, CodingKey {
        case latitude
        case accuracyRadius = "accuracy_radius"
        case timeZone = "time_zone"
      }
    }
    var city: Place
    var location: Location
    var subdivisions: [[String: String]]
    var traits: [String: Bool]?
  }

  private func reader(of value: MaxMindValue) throws -> MaxMindReader {
    var writer = MaxMindWriter()
    writer.insert("0.0.0.0/0", value)
    return try MaxMindReader(bytes: writer.bytes())
  }

  private func read<Value: Decodable>(
    _ value: MaxMindValue, as type: Value.Type
  ) throws -> Value? {
    try reader(of: value).lookUp(address("1.1.1.1"), as: type)
  }

  @Test func `reads a type of the caller's`() throws {
    let reader = try MaxMindReader(bytes: sampleWriter().bytes())
    let city = try reader.lookUp(address("1.2.3.4"), as: City.self)
    #expect(
      city
        == City(
          city: .init(names: ["en": "Springfield", "de": "Springfeld"]),
          location: .init(latitude: 39.5, accuracyRadius: 20, timeZone: nil),
          subdivisions: [["iso_code": "IL"]], traits: nil))
    #expect(try reader.lookUp(address("7.7.7.7"), as: City.self) == nil)
  }

  @Test func `numbers become any type that holds them`() throws {
    #expect(try read(.uint16(200), as: UInt8.self) == 200)
    #expect(try read(.uint32(7), as: Int64.self) == 7)
    #expect(try read(.uint128(.max), as: UInt128.self) == .max)
    #expect(try read(.int32(-7), as: Int8.self) == -7)
    #expect(try read(.float(0.5), as: Double.self) == 0.5)
    #expect(try read(.double(0.5), as: Float.self) == 0.5)
    #expect(try read(.uint32(5), as: Double.self) == 5)
    #expect(try read(.boolean(true), as: Bool.self) == true)
    #expect(try read(.bytes([1, 2, 255]), as: [UInt8].self) == [1, 2, 255])
    #expect(try read(.bytes([1, 2, 255]), as: Data.self) == Data([1, 2, 255]))
    #expect(
      try read(.array([.string("a"), .uint16(1)]), as: [MaxMindValue].self) == [
        .string("a"), .uint16(1),
      ])
  }

  @Test func `a type that does not fit is an error of decoding`() throws {
    #expect(throws: DecodingError.self) { try read(.uint16(300), as: UInt8.self) }
    #expect(throws: DecodingError.self) { try read(.int32(-1), as: UInt.self) }
    #expect(throws: DecodingError.self) { try read(.string("x"), as: Int.self) }
    #expect(throws: DecodingError.self) { try read(.uint16(1), as: String.self) }
    #expect(throws: DecodingError.self) { try read(.uint16(1), as: Bool.self) }
    #expect(throws: DecodingError.self) { try read(.uint16(1), as: [Int].self) }
    #expect(throws: DecodingError.self) { try read(.array([]), as: [String: Int].self) }
    #expect(throws: DecodingError.self) { try read(.bytes([1]), as: [String].self) }
    let path = try #require(
      throws: DecodingError.self
    ) { try read(.map(["list": .array([.uint16(1), .string("x")])]), as: [String: [Int]].self) }
    guard case .typeMismatch(_, let context) = path else { return #expect(Bool(false)) }
    #expect(context.codingPath.map(\.stringValue) == ["list", "Index 1"])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MaxMindValue.self, from: Data("1".utf8))
    }
  }

  @Test func `a type that follows a loop comes to an end`() throws {
    final class Endless: Decodable {
      var next: Endless?
      var first: [Endless]?
    }
    // A map whose one member leads back to it.
    let bytes: [UInt8] = [0xe1, 0x44] + Array("next".utf8) + [0x20, 0]
    let reader = try IPGeoMaxMindTests.reader(raw: bytes)
    let found = fault { _ = try reader.lookUp(address("1.1.1.1"), as: Endless.self) }
    #expect(found?.cause == .tooDeep)
  }

  @Test func `what is passed over again and again has a limit`() throws {
    struct Last: Decodable { var b: Int }
    // Ten thousand pointers to a map whose first member has ten thousand values.
    let map =
      ValueEncoder.head(7, 2) + [0x41, 0x61] + ValueEncoder.head(11, 10_000)
      + (0..<10_000).flatMap { _ in [0xa1, 1] as [UInt8] } + [0x41, 0x62, 0xa1, 7]
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.insert("0.0.0.0/1", raw: map)
    let list = ValueEncoder.head(11, 10_000)
    writer.insert(
      "128.0.0.0/1", raw: list + (0..<10_000).flatMap { _ in ValueEncoder.pointer(to: 0) })
    let reader = try MaxMindReader(bytes: writer.bytes())
    #expect(try reader.lookUp(address("1.1.1.1"), as: Last.self)?.b == 7)
    let found = fault { _ = try reader.lookUp(address("200.1.1.1"), as: [Last].self) }
    #expect(found?.cause == .tooManyValues)
  }

  @Test func `an optional member counts once`() throws {
    struct Note: Decodable { var text: String? }
    // More than half of what a record may have.
    let text = ValueEncoder.head(2, 16_800_000) + [UInt8](repeating: 0x78, count: 16_800_000)
    let reader = try IPGeoMaxMindTests.reader(raw: [0xe1, 0x44] + Array("text".utf8) + text)
    let note = try reader.lookUp(address("1.1.1.1"), as: Note.self)
    #expect(note?.text?.utf8.count == 16_800_000)
  }

  @Test func `a type may read from its decoder later`() throws {
    struct Late: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let file = try ScratchFile(sampleWriter().bytes())
    for options in [ReaderOptions(), pagedOptions] {
      let late = try #require(
        try MaxMindReader(path: file.path, options: options)
          .lookUp(address("1.2.3.4"), as: Late.self))
      // What is free is given to others.
      let others = (0..<100).map { _ in [UInt8](repeating: 0xff, count: 4096) }
      #expect(try City(from: late.decoder).location.latitude == 39.5)
      #expect(others.count == 100)
    }
  }

  @Test func `a number that a Float cannot hold is an error of decoding`() throws {
    #expect(throws: DecodingError.self) { try read(.double(1e300), as: Float.self) }
    #expect(try read(.double(-.infinity), as: Float.self) == -.infinity)
    #expect(try read(.double(0.1), as: Float.self) == 0.1)
  }
}
