internal import IPGeoJSON

/// Which member of a JSON object holds the address.
///
/// A member of exactly that name comes first; where the object has none, and the name has dots, it
/// is a path through objects. A number in it, as in `hops.0.ip`, counts the elements of an array
/// from 0. Names are compared without their escapes, byte by byte.
struct JSONAddressKey: Sendable {
  let name: String
  /// What is looked for in the outermost object: the name, and where it is a path, its first part.
  let wanted: [[UInt8]]
  private var steps: [Step]

  /// The parts of the path behind the first one.
  fileprivate struct Step: Sendable {
    var scanner: JSONMemberScanner
    /// The element that is meant where there is an array.
    var element: Int?
  }

  init(_ name: String) {
    self.name = name
    let literal = Array(name.utf8)
    let parts = literal.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    wanted = parts.count > 1 ? [literal, Array(parts[0])] : [literal, literal]
    steps = parts.dropFirst().map { part in
      Step(
        scanner: JSONMemberScanner(names: [Array(part)]),
        element: Self.element(String(decoding: part, as: UTF8.self)))
    }
  }

  /// Only the number's usual spelling: no sign, no needless zero.
  private static func element(_ part: String) -> Int? {
    Int(part).flatMap { $0 >= 0 && String($0) == part ? $0 : nil }
  }

  /// The value in a record, whose members 0 and 1 are those wanted.
  mutating func value(
    in record: JSONMemberScanner.Outline, _ bytes: UnsafeRawBufferPointer
  ) -> JSONMemberScanner.Value? {
    if let literal = record.member(0) { return literal }
    guard !steps.isEmpty, var value = record.member(1) else { return nil }
    for index in steps.indices {
      guard let inner = steps[index].value(in: value, bytes) else { return nil }
      value = inner
    }
    return value
  }
}

extension JSONAddressKey.Step {
  fileprivate mutating func value(
    in outer: JSONMemberScanner.Value, _ bytes: UnsafeRawBufferPointer
  ) -> JSONMemberScanner.Value? {
    switch outer.kind {
    case .object: scanner.scan(bytes, in: outer.range)?.member(0)
    case .array: element.flatMap { Self.element($0, of: outer.range, bytes) }
    default: nil
    }
  }

  private static func element(
    _ number: Int, of array: Range<Int>, _ bytes: UnsafeRawBufferPointer
  ) -> JSONMemberScanner.Value? {
    var json = JSONTokenizer(
      UnsafeRawBufferPointer(rebasing: bytes[array]),
      depthLimit: JSONMemberScanner.depthLimit)
    do throws(JSONSyntaxError) {
      _ = try json.next()
      var left = number
      while left > 0 {
        try json.skipValue()
        // The array's end was taken instead.
        if json.depth == 0 { return nil }
        left -= 1
      }
      return try value(&json, from: array.lowerBound)
    } catch {
      return nil
    }
  }

  private static func value(
    _ json: inout JSONTokenizer, from base: Int
  ) throws(JSONSyntaxError) -> JSONMemberScanner.Value? {
    let kind: JSONMemberScanner.Kind
    var hasEscapes = false
    let token = try json.next()
    let start = json.tokenRange.lowerBound
    switch token {
    case .string(let string): (kind, hasEscapes) = (.string, string.hasEscapes)
    case .number: kind = .number
    case .true, .false: kind = .truth
    case .null: kind = .null
    case .beginObject: kind = .object
    case .beginArray: kind = .array
    case .endArray, .endObject, .key, .end: return nil
    }
    if kind == .object || kind == .array { try json.skipRest() }
    return JSONMemberScanner.Value(
      kind: kind, range: (base + start)..<(base + json.tokenRange.upperBound),
      hasEscapes: hasEscapes)
  }
}
