import IPGeoCore
import IPGeoISS
import Testing

@Suite struct StationFixTests {
  @Test func `is a position with its time`() throws {
    let position = try #require(Position(latitude: -51.5, longitude: 180))
    let fix = StationFix(position: position, timestamp: 1_700_000_000)
    #expect(fix.position.longitude == 180)
    #expect(fix.timestamp == 1_700_000_000)
  }
}
