import Testing

@testable import IPGeoTransport

@Suite struct LargeReplySlotsTests {
  @Test func `ordinary replies need no slot`() {
    var slots = LargeReplySlots<Int>(slots: 0, ordinarySize: 10)
    let may = slots.mayGrow(1, to: 10)
    #expect(may)
  }

  @Test func `large ones take turns in the order of asking`() {
    var slots = LargeReplySlots<Int>(slots: 1, ordinarySize: 10)
    let answers = [1, 2, 3, 2, 1].map { slots.mayGrow($0, to: 11) }
    #expect(answers == [true, false, false, false, true])
    #expect(slots.end(1) == 2)
    let second = slots.mayGrow(2, to: 99)
    #expect(second)
    #expect(slots.end(2) == 3)
    #expect(slots.end(3) == nil)
    #expect(slots.end(3) == nil)
  }

  @Test func `one that gives up while it waits is forgotten`() {
    var slots = LargeReplySlots<Int>(slots: 1, ordinarySize: 10)
    _ = [1, 2, 3].map { slots.mayGrow($0, to: 11) }
    #expect(slots.end(2) == nil)
    #expect(slots.end(1) == 3)
  }
}
