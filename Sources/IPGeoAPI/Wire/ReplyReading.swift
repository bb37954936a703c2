internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoJSON

/// Reads the bodies of good replies, and believes nothing in them.
struct ReplyReading: Sendable {
  /// Makes a stranger's text fit for a message.
  let wording: PlainText

  /// A reply that was read.
  struct Answers {
    /// By the position of the address in the request; `nil`: no answer.
    var outcomes: [ElementOutcome?]
    /// Whether there were elements about addresses that were not asked, or about one twice.
    var hasExtra = false
  }

  /// Reads a batch's reply: an array of objects, each matched by its parsed `query`, in any order.
  ///
  /// An element that is no object, or has no `query`, is no answer.
  /// - Throws: Where the body is no array in JSON; the message says what it is.
  func batch(_ body: [UInt8], asked: [IPAddress]) throws(BadBody) -> Answers {
    var answers = Answers(outcomes: Array(repeating: nil, count: asked.count))
    try read(body) { json, bytes throws(JSONSyntaxError) in
      guard case .beginArray = try json.next() else { return "no array" }
      let places = PositionIndex(asked)
      elements: while true {
        switch try json.next() {
        case .endArray: break elements
        case .beginObject:
          let element = try ReplyElement(&json, from: bytes)
          place(element, at: element.address.flatMap(places.position), in: &answers)
        case .beginArray: try json.skipRest()
        default: break
        }
      }
      _ = try json.next()
      return nil
    }
    return answers
  }

  /// Reads the reply of one look-up: an object about `address`.
  func single(_ body: [UInt8], asked address: IPAddress) throws(BadBody) -> Answers {
    var answers = Answers(outcomes: [nil])
    try read(body) { json, bytes throws(JSONSyntaxError) in
      guard case .beginObject = try json.next() else { return "no object" }
      let element = try ReplyElement(&json, from: bytes)
      _ = try json.next()
      place(element, at: element.address == address ? 0 : nil, in: &answers)
      return nil
    }
    return answers
  }

  /// Reads the reply to a look-up without a query: an object about the address that it names.
  func own(_ body: [UInt8], into seen: SeenAddress) throws(BadBody) -> Answers {
    var answers = Answers(outcomes: [nil])
    try read(body) { json, bytes throws(JSONSyntaxError) in
      guard case .beginObject = try json.next() else { return "no object" }
      let element = try ReplyElement(&json, from: bytes)
      _ = try json.next()
      // Without the address nobody knows whom it is about.
      guard let address = element.address else { return nil }
      seen.note(address)
      place(element, at: 0, in: &answers)
      return nil
    }
    return answers
  }

  private func place(_ element: ReplyElement, at position: Int?, in answers: inout Answers) {
    if let position, answers.outcomes[position] == nil {
      answers.outcomes[position] = element.outcome(wording)
    } else if element.address != nil {
      answers.hasExtra = true
    }
  }

  private func read(
    _ body: [UInt8],
    _ reader: (inout JSONTokenizer, UnsafeRawBufferPointer) throws(JSONSyntaxError) -> String?
  ) throws(BadBody) {
    let fault: String? = body.withUnsafeBytes { bytes in
      var json = JSONTokenizer(bytes)
      do throws(JSONSyntaxError) {
        return try reader(&json, bytes).map { "JSON, but \($0)" }
      } catch {
        return bytes.isEmpty ? "nothing" : "no JSON"
      }
    }
    if let fault { throw BadBody(what: fault) }
  }
}

/// A body that is not what was asked for.
struct BadBody: Error, Hashable {
  /// What it is: `nothing`, `no JSON`, `JSON, but no array`.
  var what: String
}

/// Where each address of a request stands in it.
struct PositionIndex {
  private let positions: [IPAddress: Int]

  init(_ addresses: [IPAddress]) {
    positions = Dictionary(zip(addresses, 0...), uniquingKeysWith: { first, _ in first })
  }

  func position(_ address: IPAddress) -> Int? { positions[address] }
}
