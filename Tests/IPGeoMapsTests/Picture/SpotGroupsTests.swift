import IPGeoCore
import IPGeoSummaries
import Testing

@testable import IPGeoMaps

/// Groups on a map whose degrees are four units wide.
private func groups(_ cells: [TallyCell]) -> [SpotGroups.Group] {
  let sums = PictureSums(of: MapPicture(title: "", cells: cells), withAddresses: false)
  return SpotGroups(sums.spots, width: 1440).groups
}

private func places(_ groups: [SpotGroups.Group]) -> [[Double]] {
  groups.map { [($0.x * 1440).rounded(), Double($0.hits), Double($0.spots.count)] }
}

@Suite struct SpotGroupsTests {
  @Test func `gathers what is nearer than 24 units, by weight`() {
    #expect(
      places(groups([TallyCell(at(0, 0), hits: 3), TallyCell(at(0, 5.9), hits: 1)]))
        == [[726, 4, 2]])
    #expect(groups([TallyCell(at(0, 0), hits: 3), TallyCell(at(0, 6.1), hits: 1)]).count == 2)
    // The busiest gathers its neighbours; theirs are left to others.
    let row = [(0.0, 1), (5, 9), (10, 1), (15, 1)].map {
      TallyCell(at(0, $0.0), hits: UInt64($0.1))
    }
    #expect(places(groups(row)) == [[740, 11, 3], [780, 1, 1]])
  }

  @Test func `joins circles that would hide one another`() {
    func pair(_ apart: Double, _ hits: UInt64) -> [SpotGroups.Group] {
      groups([TallyCell(at(0, 0), hits: hits), TallyCell(at(0, apart / 4), hits: hits)])
    }
    // 30 units apart, circles of 30.
    #expect(places(pair(30, 100)) == [[735, 200, 2]])
    // Three quarters of both radii are 45.
    #expect(pair(46, 100).map(\.radius) == [30, 30])
    #expect(pair(44, 100).count == 1)
    // Circles of 4 do not touch.
    #expect(pair(30, 1).map(\.radius) == [4, 4])
  }

  @Test func `leaves no circles nearer than they may be`() {
    let picture = PageSamples.scattered(3000)
    let groups = groups(picture.cells)
    #expect(20...1500 ~= groups.count)
    for (number, group) in groups.enumerated() {
      for other in groups[..<number] {
        let east = MillerProjection.shorter(group.x - other.x) * 1440
        let south = (group.y - other.y) * 1440
        let apart = (east * east + south * south).squareRoot()
        #expect(apart > SpotGroups.overlap * (group.radius + other.radius))
      }
    }
  }

  @Test func `loses no hit and no position`() {
    let picture = PageSamples.scattered(3000)
    let sums = PictureSums(of: picture, withAddresses: false)
    let groups = groups(picture.cells)
    #expect(groups.reduce(0) { $0 + $1.hits } == sums.shown)
    #expect(groups.flatMap(\.spots).sorted() == Array(sums.spots.indices))
    #expect(groups.allSatisfy { $0.spots == $0.spots.sorted() })
    #expect(groups.map(\.hits) == groups.map(\.hits).sorted(by: >))
  }

  @Test func `gathers across the antimeridian and sums without end`() {
    let groups = groups([
      TallyCell(at(10, 179), hits: .max), TallyCell(at(10, -179), hits: 5),
      TallyCell(at(10, 180), hits: 1),
    ])
    #expect(groups.map(\.hits) == [.max])
    #expect((groups[0].x * 360 - 359).magnitude < 1e-6)
    #expect(groups[0].radius == 30)
  }
}
