import Testing

@testable import IPGeoMaps

@Suite struct MillerProjectionTests {
  /// Latitudes and where they are on a world that is 1 wide: 1.25 ln tan(45° + 0.4 φ) / 2π.
  static let places = [
    (90.0, 0.0), (45, 0.23245664817078), (0, 0.36659949225823), (-45, 0.50074233634567),
    (-90, 0.73319898451645),
  ]

  @Test(arguments: places)
  func `puts latitudes where Miller does, and finds them again`(latitude: Double, y: Double) {
    #expect((MillerProjection.y(latitude) - y).magnitude < 1e-12)
    #expect((MillerProjection.latitude(y) - latitude).magnitude < 1e-9)
  }

  @Test func `goes round`() {
    #expect([-180.0, -90, 0, 90, 180].map(MillerProjection.x) == [0, 0.25, 0.5, 0.75, 0])
    #expect((MillerProjection.worldHeight - 0.73319898451645).magnitude < 1e-12)
    #expect(
      [-0.75, -0.5, 0.25, 0.5, 0.75].map(MillerProjection.shorter) == [
        0.25, -0.5, 0.25, -0.5, -0.25,
      ])
    #expect([-0.25, 1, 1.25].map(MillerProjection.wrapped) == [0.75, 0, 0.25])
  }
}
