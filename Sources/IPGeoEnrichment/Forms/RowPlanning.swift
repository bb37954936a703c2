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

  /// Says that there are no rows.
  func refuse() { settle(nil) }

  private func settle(_ decided: RowPlan?) {
    plan.withLock { $0 = .some(decided) }
    writerWake.signal()
  }

  /// What was decided: `nil` not yet, a `nil` within it that there are no rows.
  var decided: RowPlan?? { plan.withLock { $0 } }
}
