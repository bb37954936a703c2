/// Where the text of each record lies, by the record's place in the database.
struct RecordTable {
  private struct Slot {
    /// One more than the record's place; 0: the slot is free.
    var key: UInt64 = 0
    var start: UInt32 = 0
    var count: UInt32 = 0
  }

  /// A power of two of them; half of them are free at least.
  private var slots = [Slot](repeating: Slot(), count: 1 << 16)
  private var used = 0

  /// Where the text of a record lies; `nil` where there is none yet.
  subscript(record: UInt32) -> Range<Int>? {
    let slot = slots[place(of: record)]
    return slot.key == 0 ? nil : Int(slot.start)..<Int(slot.start) + Int(slot.count)
  }

  /// Adds a record that is not there.
  mutating func insert(_ record: UInt32, _ place: Range<Int>) {
    if used * 2 >= slots.count { grow() }
    used += 1
    slots[self.place(of: record)] = Slot(
      key: UInt64(record) + 1, start: UInt32(place.lowerBound), count: UInt32(place.count))
  }

  private func place(of record: UInt32) -> Int {
    let mixed = UInt64(record) &* 0x9e37_79b9_7f4a_7c15
    var place = Int(mixed >> 32) & (slots.count - 1)
    while slots[place].key != 0, slots[place].key != UInt64(record) + 1 {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 4)
    for slot in old where slot.key != 0 { slots[place(of: UInt32(slot.key - 1))] = slot }
  }
}
