internal import IPGeoCore

/// What could leave now.
struct Offer {
  /// Everything that waits.
  let total: Int
  /// How many would go in one batch.
  let size: Int
  /// Whether a batch may leave: it is full, or what waits need not wait for company.
  let mayLeave: Bool
  /// So few may leave that single look-ups come first.
  let isFew: Bool

  init(putBack: [PutBack], queue: QuestionQueue.Level, rules: Dispatcher.Rules) {
    let returned = putBack.reduce(0) { $0 + $1.pending.count }
    total = returned + queue.waiting
    if let first = putBack.first, first.isHalf {
      size = first.pending.count
      mayLeave = true
      isFew = size <= rules.few
      return
    }
    let joinable = putBack.prefix { !$0.isHalf }.reduce(0) { $0 + $1.pending.count }
    let available = joinable == returned ? total : joinable
    size = min(available, rules.batchSize)
    // What was asked before has waited for company once.
    let ready = returned + min(queue.released, queue.waiting)
    mayLeave = size >= rules.batchSize || ready > 0
    isFew = size < rules.batchSize && (1...rules.few).contains(ready)
  }
}
