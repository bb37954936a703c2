internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoJSON
internal import IPGeoRecords
internal import IPGeoStore

/// Reads a line that should be an exported answer, and believes nothing in it.
///
/// What holds for the service's own answers holds here: a store must not be filled with what a run
/// would have refused.
struct AnswerLineReader {
  private let now: Int64
  private let bytes: UnsafeRawBufferPointer
  private var json: JSONTokenizer
  private var seen: UInt64 = 0
  private var address: IPAddress?
  private var kind = AnswerKind(provider: "", language: "")
  private var askedAt: Int64?
  private var status: Status?
  private var reason: Reason?
  private var wasReverseAsked: Bool?
  private var location = Location()
  private var namesSomething = false
  private var stranger: String?

  /// An answer, and the first member that no answer has.
  struct Result {
    var row: AnswerStore.Row
    var stranger: String?
  }

  /// Reads a line; `now`, in seconds since 1970, tells what is from the future.
  static func read(_ line: UnsafeRawBufferPointer, now: Int64) throws(LineFault) -> Result {
    var reader = AnswerLineReader(line, now)
    try reader.readObject()
    return Result(row: try reader.row(), stranger: reader.stranger)
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ now: Int64) {
    self.bytes = bytes
    self.now = now
    // What is nested is refused before long.
    json = JSONTokenizer(bytes, depthLimit: 64)
  }

  private enum Member {
    case head(HeadMember)
    case place(LocationMember)
  }

  /// Members by name, each with a bit of its own.
  private static let members: [String: (bit: UInt64, member: Member)] = {
    let all =
      HeadMember.allCases.map { ($0.rawValue, Member.head($0)) }
      + LocationMember.all.map { ($0.name, Member.place($0)) }
    var members: [String: (bit: UInt64, member: Member)] = [:]
    for (index, entry) in all.enumerated() { members[entry.0] = (1 << UInt64(index), entry.1) }
    return members
  }()

  private mutating func next() throws(LineFault) -> JSONTokenizer.Token {
    do throws(JSONSyntaxError) {
      return try json.next()
    } catch {
      throw LineFault(.invalidJSON, "this is no JSON: \(error.description)")
    }
  }

  private mutating func readObject() throws(LineFault) {
    guard case .beginObject = try next() else {
      throw LineFault(.invalidJSON, "this is JSON, but no object")
    }
    while case .key(let key) = try next() {
      let name = json.text(key)
      guard let (bit, member) = Self.members[name] else {
        if stranger == nil { stranger = name }
        try skipValue()
        continue
      }
      if seen & bit != 0 { throw LineFault(.memberTwice, "it has \(name) twice") }
      seen |= bit
      let token = try next()
      if case .null = token { continue }
      switch member {
      case .head(let member): try take(token, as: member)
      case .place(let member):
        if try take(token, as: member) { namesSomething = namesSomething || member.namesSomething }
      }
    }
    _ = try next()
  }

  private mutating func skipValue() throws(LineFault) {
    do throws(JSONSyntaxError) {
      try json.skipValue()
    } catch {
      throw LineFault(.invalidJSON, "this is no JSON: \(error.description)")
    }
  }

  /// Puts the members together, and holds them against each other.
  private func row() throws(LineFault) -> AnswerStore.Row {
    guard let address else { throw Self.missing(.address) }
    if kind.provider.isEmpty { throw Self.missing(.provider) }
    if kind.language.isEmpty { throw Self.missing(.language) }
    guard let askedAt else { throw Self.missing(.askedAt) }
    guard let status else { throw Self.missing(.status) }
    let outcome: Outcome
    if status == .unknown {
      guard let reason else { throw Self.missing(.reason) }
      guard location == Location() else {
        throw LineFault(.badStatus, "it is unknown, and yet says where that is")
      }
      outcome = .unknown(reason)
    } else {
      if reason != nil {
        throw LineFault(.badStatus, "it is located, and yet has a reason why it is not")
      }
      guard namesSomething else {
        throw LineFault(.badStatus, "it is located, but names no place and no network")
      }
      outcome = .located(location)
    }
    return AnswerStore.Row(
      kind: kind,
      answer: StoredAnswer(
        address: address, outcome: outcome, askedAt: askedAt,
        hasReverse: wasReverseAsked ?? (location.reverse != nil)))
  }

  private static func missing(_ member: HeadMember) -> LineFault {
    LineFault(.memberMissing, "it has no \(member.rawValue)")
  }
}

// MARK: What was asked

extension AnswerLineReader {
  private mutating func take(
    _ token: JSONTokenizer.Token, as member: HeadMember
  ) throws(LineFault) {
    let name = member.rawValue
    if member == .reverseAsked {
      wasReverseAsked = try flag(token, name)
      return
    }
    guard let text = try text(token, name) else { return }
    switch member {
    case .address: address = try asked(text)
    case .provider:
      guard text.utf8.count <= 64 else { throw LineFault(.outOfRange, "\(name) is too long") }
      kind.provider = text
    case .language:
      guard text.utf8.count <= 35, text.utf8.allSatisfy(Self.isOfLanguage) else {
        throw LineFault(.outOfRange, "language '\(shown(text))' is no code as en or pt-BR")
      }
      kind.language = text
    case .askedAt: askedAt = try past(text)
    case .status: status = try kept(text)
    case .reason:
      guard let found = Reason(rawValue: text), found.status == .unknown else {
        throw LineFault(.badStatus, "reason '\(shown(text))' is none of status unknown")
      }
      reason = found
    case .reverseAsked: break
    }
  }

  private func asked(_ text: String) throws(LineFault) -> IPAddress {
    guard let address = IPAddress(text) else {
      throw LineFault(.badAddress, "address '\(shown(text))' is none")
    }
    if let block = address.specialBlock {
      throw LineFault(.special, "\(address) is special (\(block.name)): nobody is asked about it")
    }
    return address
  }

  private func past(_ text: String) throws(LineFault) -> Int64 {
    guard let seconds = RFC3339.seconds(text) else {
      throw LineFault(
        .badTime, "asked_at '\(shown(text))' is no instant such as 2026-11-30T02:03:04Z")
    }
    guard seconds >= 0 else {
      throw LineFault(.badTime, "asked_at \(shown(text)) is before 1970, when nobody was asked")
    }
    guard seconds <= now else {
      throw LineFault(.badTime, "asked_at \(shown(text)) is in the future: a clock is wrong")
    }
    return seconds
  }

  private func kept(_ text: String) throws(LineFault) -> Status {
    switch text {
    case Status.located.word: return .located
    case Status.unknown.word: return .unknown
    default:
      throw LineFault(
        .badStatus, "status '\(shown(text))' is not kept, only located and unknown are")
    }
  }

  private static func isOfLanguage(_ byte: UInt8) -> Bool {
    byte == 0x2D || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
  }
}

// MARK: What came of it

extension AnswerLineReader {
  /// No text of the service's is longer, in bytes; no place is further from UTC, in seconds.
  private static let longestText = 1024
  private static let widestOffset: Int64 = 26 * 3600

  /// Takes a member of the place; false where the value says nothing.
  private mutating func take(
    _ token: JSONTokenizer.Token, as member: LocationMember
  ) throws(LineFault) -> Bool {
    let name = member.name
    switch member.value {
    case .text(let path):
      location[keyPath: path] = try text(token, name)
      return location[keyPath: path] != nil
    case .degrees(let path, let limit):
      guard case .number(let range) = token, let value = json.double(range) else {
        throw LineFault(.wrongType, "\(name) is no number")
      }
      guard value.magnitude <= limit else {
        throw LineFault(.outOfRange, "\(name) is not from -\(Int(limit)) to \(Int(limit))")
      }
      // A zero with a sign is a zero: rows must not show "-0".
      location[keyPath: path] = value == 0 ? 0 : value
    case .flag(let path): location[keyPath: path] = try flag(token, name)
    case .utcOffset:
      let value = try integer(token, name)
      guard value.magnitude <= Self.widestOffset.magnitude else {
        throw LineFault(.outOfRange, "\(name) is not from -93600 to 93600 seconds")
      }
      location.utcOffset = Int(value)
    case .asn:
      guard let number = UInt32(exactly: try integer(token, name)) else {
        throw LineFault(.outOfRange, "\(name) is no number of 32 bits")
      }
      location.asn = number
    }
    return true
  }

  private func integer(
    _ token: JSONTokenizer.Token, _ name: String
  ) throws(LineFault) -> Int64 {
    guard case .number(let range) = token, let value = json.integer(range) else {
      throw LineFault(.wrongType, "\(name) is no whole number")
    }
    return value
  }

  private func flag(_ token: JSONTokenizer.Token, _ name: String) throws(LineFault) -> Bool {
    switch token {
    case .true: return true
    case .false: return false
    default: throw LineFault(.wrongType, "\(name) is neither true nor false")
    }
  }

  /// A text as the service may give it, so that all that is exported is taken back; nil for the
  /// empty one, which says nothing.
  private func text(
    _ token: JSONTokenizer.Token, _ name: String
  ) throws(LineFault) -> String? {
    guard case .string(let string) = token else {
      throw LineFault(.wrongType, "\(name) is no text")
    }
    // An escape is at most six bytes for one.
    guard string.range.count <= 6 * Self.longestText, case let text = json.text(string),
      text.utf8.count <= Self.longestText
    else {
      throw LineFault(.outOfRange, "\(name) is longer than \(Self.longestText) bytes")
    }
    return text.isEmpty ? nil : text
  }

  private func shown(_ text: String) -> String { VisibleText.escape(text, limit: 80) }
}
