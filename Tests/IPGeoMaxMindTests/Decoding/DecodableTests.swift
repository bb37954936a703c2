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
}
