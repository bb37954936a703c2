/// What must hold for any input and did not.
struct Breach: Error, CustomStringConvertible {
  var description: String

  init(_ what: String) { description = what }
}

/// Throws where something does not hold.
func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(Breach) {
  if !holds { throw Breach(what()) }
}
