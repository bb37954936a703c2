import IPGeoCore
import Testing

@Suite struct PositionTests {
  @Test(arguments: [(90.0, 180.0), (-90.0, -180.0), (0.0, 0.0)])
  func `takes the whole globe with its edges`(_ pair: (Double, Double)) {
    let position = Position(latitude: pair.0, longitude: pair.1)
    #expect(position?.latitude == pair.0)
    #expect(position?.longitude == pair.1)
  }

  @Test(arguments: [
    (90.001, 0.0), (0.0, -180.001), (Double.nan, 0.0), (0.0, Double.nan), (-Double.infinity, 0.0),
  ])
  func `refuses what is not on it`(_ pair: (Double, Double)) {
    #expect(Position(latitude: pair.0, longitude: pair.1) == nil)
  }

  @Test func `a location has one only with both coordinates`() {
    var location = Location()
    location.latitude = 12
    #expect(location.position == nil)
    location.longitude = 200
    #expect(location.position == nil)
    location.longitude = 20
    #expect(location.position?.longitude == 20)
  }
}
