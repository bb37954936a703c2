internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// The members that the objects of some first lines have, and in which of them addresses stand.
struct HeadMembers {
  /// A member, by its name or its path.
  struct Member {
    /// Its names from the outermost object on, without escapes.
    let path: [[UInt8]]
    /// Whether it held text, a list or nothing at least once.
    var mayHoldAddress = false
    /// In how many lines there was an address in it.
    var addresses = 0
    /// Whether its value was an array of objects.
    var holdsObjects = false

    /// What `--ip-field` calls it.
    var name: String { path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".") }
    var isTopLevel: Bool { path.count == 1 }
    /// Its names as those of `UsualJSONKeys` are written.
    var plainName: String { path.map { UsualJSONKeys.plain($0) }.joined(separator: ".") }
    /// Whether its path can be told from its name.
    var canBeNamed: Bool { isTopLevel || path.allSatisfy { !$0.contains(0x2e) } }
  }

  /// In order of first sight.
  private(set) var members: [Member] = []
  /// How many lines had any.
  private(set) var lines = 0
  private var numbers: [[[UInt8]]: Int] = [:]
  private let rule: ClientRule

  /// How deep members are looked for.
  private static let deepest = 3

  init(_ rule: ClientRule) { self.rule = rule }

  /// Adds the members of a line, as far as it is JSON.
  mutating func add(_ line: UnsafeRawBufferPointer) {
    var repaired = ByteBuffer(capacity: 16)
    let isRepaired = HexEscapes.repair(line, into: &repaired)
    var json = JSONTokenizer(isRepaired ? repaired.bytes : line, depthLimit: 1000)
    let before = members.count
    var isNone = true
    do throws(JSONSyntaxError) { try read(&json, &isNone) } catch {}
    if !isNone || members.count > before { lines += 1 }
  }

  /// Whether there is a member of that name, or at the path that it tells.
  func has(_ key: JSONAddressKey) -> Bool {
    let name = Array(key.name.utf8)
    if numbers[[name]] != nil { return true }
    let path = name.split(separator: 0x2e, omittingEmptySubsequences: false).map(Array.init)
    // What is deeper, or behind an array, was not looked for.
    if path.count > Self.deepest || path.contains(where: { UInt32(text($0)) != nil }) {
      return numbers[[path[0]]] != nil
    }
    return numbers[path] != nil
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private mutating func read(
    _ json: inout JSONTokenizer, _ isNone: inout Bool
  ) throws(JSONSyntaxError) {
    guard try json.next() == .beginObject else { return }
    var path: [[UInt8]] = []
    while true {
      switch try json.next() {
      case .key(let name):
        path.append(Array(json.text(name).utf8))
        isNone = false
        // What an object holds comes next.
        if try !readValue(of: path, &json) { path.removeLast() }
      case .endObject:
        if path.isEmpty { return }
        path.removeLast()
      default: return
      }
    }
  }

  /// Reads a member's value; `true` for an object that is left open.
  private mutating func readValue(
    of path: [[UInt8]], _ json: inout JSONTokenizer
  ) throws(JSONSyntaxError) -> Bool {
    let number = self.number(of: path)
    switch try json.next() {
    case .beginObject:
      if path.count < Self.deepest { return true }
      try json.skipRest()
    case .beginArray:
      members[number].mayHoldAddress = true
      try readArray(number, &json)
    case .string(let string):
      members[number].mayHoldAddress = true
      if isAddress(json.text(string)) { members[number].addresses += 1 }
    case .null: members[number].mayHoldAddress = true
    default: break
    }
    return false
  }

  private mutating func readArray(
    _ number: Int, _ json: inout JSONTokenizer
  ) throws(JSONSyntaxError) {
    var holdsAddress = false
    while true {
      switch try json.next() {
      case .string(let string): holdsAddress = holdsAddress || isAddress(json.text(string))
      case .beginObject:
        members[number].holdsObjects = true
        try json.skipRest()
      case .beginArray: try json.skipRest()
      case .endArray:
        if holdsAddress { members[number].addresses += 1 }
        return
      default: break
      }
    }
  }

  private mutating func number(of path: [[UInt8]]) -> Int {
    if let number = numbers[path] { return number }
    numbers[path] = members.count
    members.append(Member(path: path))
    return members.count - 1
  }

  private func isAddress(_ text: String) -> Bool {
    var text = text
    let finding = text.withUTF8 { rule.client(in: UnsafeRawBufferPointer($0)) }
    return if case .address = finding.result { true } else { false }
  }
}
