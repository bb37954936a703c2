import Testing

@testable import IPGeoEnrichment

@Suite struct SlabArrayTests {
  @Test func `elements stay what they were, across slabs`() {
    let array = SlabArray<UInt64>()
    let count = 3 * 65_536 + 5
    for index in 0..<count { #expect(array.append(UInt64(index) &* 7)) }
    #expect(array.count == count)
    #expect((0..<count).allSatisfy { array[$0] == UInt64($0) &* 7 })
  }

  @Test func `an element can be changed`() {
    let array = SlabArray<UInt32>()
    array.extend(to: 65_537, with: 1)
    array[65_536] = 9
    array[0] = 8
    #expect(array[65_536] == 9)
    #expect(array[65_535] == 1)
    #expect(array[0] == 8)
  }

  @Test func `extending to less changes nothing`() {
    let array = SlabArray<UInt8>()
    array.extend(to: 3, with: 1)
    array.extend(to: 2, with: 2)
    array.extend(to: 3, with: 2)
    array.extend(to: 4, with: 3)
    #expect((0..<array.count).map { array[$0] } == [1, 1, 1, 3])
  }
}
