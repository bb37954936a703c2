/// Lets only a few replies grow large at a time, so that many cannot fill the memory; pure.
///
/// A reply of ordinary size never meets it. One that outgrows `ordinarySize` takes a slot or waits,
/// its connection not read meanwhile, until one that has a slot ends. All have deadlines, and none
/// with a slot waits for another, so the waiting ends.
struct LargeReplySlots<ID: Hashable> {
  let ordinarySize: Int
  private let slots: Int
  private var holders: Set<ID> = []
  private var waiters: [ID] = []

  init(slots: Int, ordinarySize: Int) {
    self.slots = slots
    self.ordinarySize = ordinarySize
  }

  /// Whether the reply may grow to `size`; if not, it waits in line.
  mutating func mayGrow(_ id: ID, to size: Int) -> Bool {
    if size <= ordinarySize || holders.contains(id) { return true }
    if holders.count < slots, waiters.isEmpty || waiters.first == id {
      if !waiters.isEmpty { waiters.removeFirst() }
      holders.insert(id)
      return true
    }
    if !waiters.contains(id) { waiters.append(id) }
    return false
  }

  /// The reply has ended; who has the slot now and goes on.
  mutating func end(_ id: ID) -> ID? {
    if let index = waiters.firstIndex(of: id) { waiters.remove(at: index) }
    guard holders.remove(id) != nil, !waiters.isEmpty else { return nil }
    let next = waiters.removeFirst()
    holders.insert(next)
    return next
  }
}
