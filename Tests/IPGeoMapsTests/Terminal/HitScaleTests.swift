import Testing

@testable import IPGeoMaps

@Suite struct HitScaleTests {
  @Test(
    arguments: [
      (0, []), (1, [1]), (3, [1]), (7, [1]), (8, [1, 2]), (20, [1, 5]), (100, [1, 5, 20]),
      (1000, [1, 10, 50, 200]), (12_345, [1, 100, 500, 2000]),
    ] as [(UInt64, [UInt64])])
  func `has round bounds`(most: UInt64, bounds: [UInt64]) {
    #expect(HitScale(most: most).bounds == bounds)
  }

  @Test(arguments: [1, 2, 3, 7, 8, 99, 1000, 123_456, UInt64.max])
  func `gives the busiest the largest size and never shrinks`(most: UInt64) {
    let scale = HitScale(most: most)
    #expect(scale.size(of: most) == HitScale.sizes - 1)
    let sizes = [1, most / 100, most / 64, most / 16, most / 4, most / 2, most].map(scale.size)
    #expect(sizes.dropFirst().sorted() == Array(sizes.dropFirst()))
    #expect(sizes.allSatisfy { 0..<HitScale.sizes ~= $0 })
  }
}
