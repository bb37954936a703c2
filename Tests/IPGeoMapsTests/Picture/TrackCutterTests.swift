import IPGeoCore
import Testing

@testable import IPGeoMaps

private func parts(_ track: [(Double, Double)]) -> [[[Double]]] {
  TrackCutter.degrees.parts(of: track.map { at($0.0, $0.1) }).map { part in
    part.map { [$0.latitude, $0.longitude] }
  }
}

@Suite struct TrackCutterTests {
  @Test func `leaves a way on one side whole`() {
    #expect(parts([(0, 0), (10, 100), (5, -20)]) == [[[0, 0], [10, 100], [5, -20]]])
    #expect(parts([]).isEmpty)
    #expect(parts([(1, 2)]) == [[[1, 2]]])
  }

  @Test func `drops repeated positions`() {
    #expect(parts([(1, 2), (1, 2), (1, 2)]) == [[[1, 2]]])
    #expect(parts([(1, 2), (1, 2), (3, 4)]) == [[[1, 2], [3, 4]]])
  }

  @Test func `cuts at the antimeridian, eastwards and westwards`() {
    #expect(
      parts([(0, 170), (20, -170)]) == [[[0, 170], [10, 180]], [[10, -180], [20, -170]]])
    #expect(
      parts([(0, -175), (20, 170)])
        == [[[0, -175], [6.666667, -180]], [[6.666667, 180], [20, 170]]])
    #expect(
      parts([(0, 179), (0, -179), (0, 179)])
        == [
          [[0, 179], [0, 180]], [[0, -180], [0, -179], [0, -180]], [[0, 180], [0, 179]],
        ])
  }

  @Test func `takes both meridians for one`() {
    #expect(parts([(0, 170), (5, -180)]) == [[[0, 170], [5, 180]]])
    #expect(
      parts([(0, 170), (5, -180), (6, -170)]) == [
        [[0, 170], [5, 180]], [[5, -180], [6, -170]],
      ])
    #expect(parts([(0, 180), (6, -170)]) == [[[0, -180], [6, -170]]])
    #expect(parts([(0, -180), (6, 170)]) == [[[0, 180], [6, 170]]])
    #expect(parts([(0, 180), (6, -180), (7, 180)]) == [[[0, 180], [6, 180], [7, 180]]])
    #expect(parts([(0, 180), (0, -180)]) == [[[0, 180]]])
  }

  @Test func `stays on the globe at the poles`() {
    #expect(
      parts([(90, 179), (90, -179)]) == [[[90, 179], [90, 180]], [[90, -180], [90, -179]]])
    #expect(parts([(-90, 0), (-90, 180)]) == [[[-90, 0], [-90, 180]]])
  }

  @Test func `cuts where the map's straight line crosses`() {
    let parts = TrackCutter.miller.parts(of: [at(20, 170), at(80, -170)])
    #expect(parts.map { $0.map(\.longitude) } == [[170, 180], [-180, -170]])
    // Half-way on the map is farther north than half-way in degrees.
    let crossing = MillerProjection.latitude(
      (MillerProjection.y(20) + MillerProjection.y(80)) / 2)
    #expect(parts[0][1].latitude == parts[1][0].latitude)
    #expect((parts[0][1].latitude - crossing).magnitude < 1e-6)
    #expect(55...60 ~= crossing)
  }
}
