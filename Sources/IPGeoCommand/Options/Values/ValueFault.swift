/// Why the text of an option's value is not one.
///
/// It carries the rest of a sentence that starts with the option and the text given, as
/// `is not a whole number from 1 to 256`.
struct ValueFault: Error, Hashable, Sendable {
  /// The rest of the sentence, without a full stop.
  let problem: String

  init(_ problem: String) { self.problem = problem }
}
