/// A small generator whose numbers are the same on every machine and in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Things that are to happen, soonest first; of those at one instant, the first put in.
struct Agenda<Event> {
  private var heap: [(instant: Int64, order: Int, event: Event)] = []
  private var added = 0

  mutating func add(_ event: Event, at instant: Int64) {
    heap.append((instant, added, event))
    added += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if !isBefore(child, parent) { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func next() -> (instant: Int64, event: Event)? {
    if heap.isEmpty { return nil }
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && isBefore(child, least) {
        least = child
      }
      if least == parent { return (first.instant, first.event) }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    (heap[one].instant, heap[one].order) < (heap[other].instant, heap[other].order)
  }
}
