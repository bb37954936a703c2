import IPGeoByteStreams
import IPGeoRecords
import Synchronization

/// Hands the rows' form from the reader, who learns it, to the writer, who waits for it.
final class RowPlanning: Sendable {
  private let fields: [Field]
  private let passes: Bool
  private let wishes: RowWishes
  private let writerWake: WakeHandle
  private let plan = Mutex<RowPlan??>(nil)

  /// - Parameters:
  ///   - fields: Our columns.
  ///   - passes: Whether rows belong to a record each, and take over what it holds.
  ///   - wishes: What was asked for.
  ///   - writerWake: Signalled when it is decided.
  init(fields: [Field], passes: Bool, wishes: RowWishes, writerWake: WakeHandle) {
    self.fields = fields
    self.passes = passes
    self.wishes = wishes
    self.writerWake = writerWake
  }

  /// Decides, once, by the inputs that hold something; where it throws, there are no rows.
  func decide(_ inputs: [RowPlan.Input]) throws(RunRefusal) {
    do throws(RunRefusal) {
      settle(try RowPlan(inputs, fields: fields, passes: passes, wishes))
    } catch {
      settle(nil)
      throw error
    }
  }

  /// Adds an input that was known only when its turn came.
  /// - Returns: The place of its form.
  /// - Throws: Where its rows do not go into the same output.
  func add(_ layout: InputLayout) throws(LayoutError) -> Int {
    try plan.withLock { (plan) throws(LayoutError) in
      guard var decided = plan ?? nil else { return 0 }
      let form = try decided.add(layout, passes: passes, wishes)
      plan = .some(decided)
      return form
    }
  }

  /// The form at a place.
  func style(_ form: Int) -> RowStyle? {
    plan.withLock { plan in
      guard let styles = (plan ?? nil)?.styles, styles.indices.contains(form) else { return nil }
      return styles[form]
    }
  }

  /// Whether rows of that form take nothing of their records but the address's spelling.
  func takesSpellingsAlone(_ form: Int) -> Bool {
    guard passes, let style = style(form) else { return false }
    return RowRenderer(fields: fields, style: style).isOfSpellingAlone
  }

  /// Whether there are to be no rows.
  var isRefused: Bool {
    plan.withLock { plan in if case .some(.none) = plan { true } else { false } }
  }

  /// Says that there are no rows.
  func refuse() { settle(nil) }

  private func settle(_ decided: RowPlan?) {
    plan.withLock { $0 = .some(decided) }
    writerWake.signal()
  }

  /// What was decided: `nil` not yet, a `nil` within it that there are no rows.
  var decided: RowPlan?? { plan.withLock { $0 } }
}
