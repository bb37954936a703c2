import IPGeoCore
import IPGeoISS
import Testing

@Suite struct StationTrackTests {
  /// A track of one position every `step` seconds, each at its own longitude.
  private func track(_ count: Int, every step: Int64, limit: Int) throws -> StationTrack {
    var track = StationTrack(limit: limit)
    for number in 0..<Int64(count) {
      let longitude = Double(number % 3600) / 10 - 180
      #expect(track.append(try fix(0, longitude, number * step)))
      #expect(track.count <= max(4, limit))
    }
    return track
  }

  @Test func `is one way of all positions`() throws {
    let track = try track(100, every: 5, limit: 4_000)
    #expect(track.ways.count == 1 && track.ways.first?.count == 100 && track.count == 100)
    #expect(track.ways.first?.last?.longitude == -170.1)
    #expect(StationTrack().ways.isEmpty)
  }

  @Test func `a frozen or an older position adds nothing`() throws {
    var track = StationTrack()
    #expect(track.append(try fix(1, 1, 100)))
    #expect(!track.append(try fix(2, 2, 100)))
    #expect(!track.append(try fix(2, 2, 99)))
    #expect(track.count == 1 && track.last?.timestamp == 100)
  }

  @Test func `a gap begins another way`() throws {
    var track = StationTrack()
    for time in [0, 600, 1_201, 1_300, 9_999] as [Int64] { track.append(try fix(0, 0, time)) }
    #expect(track.ways.map(\.count) == [2, 2, 1])
  }

  @Test(arguments: [1, 5, 7, 10, 30, 60, 100] as [Int64])
  func `however long it runs, it stays small, ends now, and has no holes`(step: Int64) throws {
    let track = try track(5_000, every: step, limit: 200)
    #expect(track.count > 90 && track.count <= 200)
    #expect(track.last?.timestamp == 4_999 * step)
    #expect(track.ways.count == 1)
  }

  @Test func `what is kept is evenly far apart`() throws {
    var track = StationTrack(limit: 100)
    for time in 0..<400 as Range<Int64> { track.append(try fix(0, Double(time) / 10, time)) }
    // From 1 s to 2, to 4, to 8: the beginning is still there.
    let way = try #require(track.ways.first)
    #expect(way.first?.longitude == 0)
    let steps = zip(way, way.dropFirst()).dropLast().map { $1.longitude - $0.longitude }
    #expect(steps.allSatisfy { abs($0 - steps[0]) < 1e-9 }, "\(steps)")
  }

  @Test func `any order of times leaves it in order`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var track = StationTrack(limit: Int.random(in: -5...20, using: &random))
      var last: Int64?
      for _ in 0..<200 {
        let time = Int64.random(in: 0...100_000, using: &random)
        let isNew = last.map { time > $0 } ?? true
        #expect(track.append(try fix(0, 0, time)) == isNew)
        if isNew { last = time }
        #expect(track.last?.timestamp == last && track.count <= 20)
      }
    }
  }
}
