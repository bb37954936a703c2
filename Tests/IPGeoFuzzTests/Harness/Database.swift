import IPGeoAddresses
import IPGeoMaxMindWriter

@testable import IPGeoMaxMind

/// A case that is a MaxMind database, sound or not: all of its bytes, without options.
struct DatabaseCase {
  private let bytes: [UInt8]
  private let whole: Result<MaxMindReader, MaxMindError>
  private let paged: Result<MaxMindReader, MaxMindError>

  init(_ bytes: [UInt8], _ scratch: ScratchInput) throws {
    self.bytes = bytes
    try scratch.write(bytes)
    let path = scratch.path
    // By pages it is read to the end before the next case is written there.
    var options = ReaderOptions()
    options.wholeLimit = 0
    options.pageSize = 64 + bytes.count % 7
    options.pageCount = 3
    options.indexedNodes = bytes.count % 16 == 0 ? 0 : .max
    whole = Result { () throws(MaxMindError) in try MaxMindReader(path: path) }
    paged = Result { () throws(MaxMindError) in try MaxMindReader(path: path, options: options) }
  }

  /// Puts the case to every test.
  func check() throws {
    switch (whole, paged) {
    case (.success(let whole), .success(let paged)): try check(whole, paged)
    case (.failure(let one), .failure(let other)):
      try require(one == other, "it is \(one), by pages \(other)")
      try checkPlace(of: one)
    default: throw Breach("only one of the two readers opens it: \(whole), \(paged)")
    }
  }

  private func check(_ whole: MaxMindReader, _ paged: MaxMindReader) throws {
    let seen = Result { () throws(MaxMindError) in try whole.verify() }
    let other = Result { () throws(MaxMindError) in try paged.verify() }
    let verification = try same(seen, other, "the verification")
    let isSound = verification != nil
    try checkSurvey(whole, paged, verification)
    var known: Set<UInt32> = []
    try checkNetworks(whole, paged, isSound: isSound, &known)
    let plain = PlainReader(bytes: bytes, metadata: whole.metadata)
    for address in addresses {
      let found = Result { () throws(MaxMindError) in try whole.find(address) }
      let pagedFound = Result { () throws(MaxMindError) in try paged.find(address) }
      let finding = try same(found, pagedFound, "the finding of \(address)")
      try require(finding != nil || !isSound, "a verified file has no way to \(address)")
      try checkShared(finding, whole)
      let answer = try record(at: finding?.recordOffset, whole, paged, isSound: isSound)
      let expected = plain.lookUp(address)
      let mine: PlainReader.Answer =
        finding == nil
        ? .damaged
        : finding?.recordOffset == nil ? .nothing : answer.map { .record($0) } ?? .damaged
      // A text or a list may be beyond the limit of bytes, which the plain one has not.
      let isEqual = mine.isSame(as: expected) || hasLimit(finding, whole)
      try require(isEqual, "\(address) is \(mine), to a plain reader \(expected)")
      try checkAnswers(to: address, finding, whole, paged)
    }
  }

  private func checkSurvey(
    _ whole: MaxMindReader, _ paged: MaxMindReader, _ verification: Verification?
  ) throws {
    let seen = Result { () throws(MaxMindError) in try whole.survey() }
    let other = Result { () throws(MaxMindError) in try paged.survey() }
    let survey = try same(seen, other, "the survey")
    guard let verification else { return }
    try require(survey != nil, "a verified file has no survey")
    guard let survey else { return }
    let isEqual =
      survey.networks == verification.networks && survey.records == verification.records
    try require(isEqual, "the survey has \(survey), the verification \(verification)")
    let isBound = survey.fields.allSatisfy { 1...survey.records ~= $0.records }
    try require(isBound, "a field is in more records than there are: \(survey)")
  }

  private func hasLimit(_ finding: Finding?, _ reader: MaxMindReader) -> Bool {
    guard let offset = finding?.recordOffset else { return false }
    do throws(MaxMindError) { _ = try reader.record(at: offset) } catch {
      return error.fault?.cause == .tooManyBytes || error.fault?.cause == .tooManyValues
    }
    return false
  }

  /// Every address of a network has the network's record.
  private func checkShared(_ finding: Finding?, _ reader: MaxMindReader) throws {
    guard let finding else { return }
    let network = finding.network
    // The end of a network of IPv6 can be a mapped address, which is looked up as IPv4.
    for address in [network.first, network.last]
    where address.isIPv4 == finding.address.isIPv4 {
      let other = try reader.find(address)
      try require(other.recordOffset == finding.recordOffset, "\(network) has two records")
      try require(other.network == network, "\(address) is in \(network) and in \(other.network)")
    }
  }

  private func checkNetworks(
    _ whole: MaxMindReader, _ paged: MaxMindReader, isSound: Bool, _ known: inout Set<UInt32>
  ) throws {
    var networks = whole.networks()
    var others = paged.networks()
    var passed = 0
    while passed < 500 {
      passed += 1
      let next = Result { () throws(MaxMindError) in try networks.next() }
      let other = Result { () throws(MaxMindError) in try others.next() }
      guard let found = try same(next, other, "a network") else {
        let isWide = (try? next.get()) == nil && next.fault?.cause == .treeTooWide
        return try require(!isSound || isWide, "a verified file has a tree without end")
      }
      guard let found else { return }
      guard known.insert(found.recordOffset).inserted, known.count < 16 else { continue }
      _ = try record(at: found.recordOffset, whole, paged, isSound: isSound)
    }
  }

  /// A record, the same by all ways there are.
  private func record(
    at offset: UInt32?, _ whole: MaxMindReader, _ paged: MaxMindReader, isSound: Bool
  ) throws -> MaxMindValue? {
    guard let offset else { return nil }
    let one = Result { () throws(MaxMindError) in try whole.record(at: offset) }
    let other = Result { () throws(MaxMindError) in try paged.record(at: offset) }
    let value = try same(one, other, "the record at \(offset)") { $0.isSame(as: $1) }
    try require(value != nil || !isSound, "a verified file has no record at \(offset)")
    let decoded = try? whole.record(at: offset, as: MaxMindValue.self)
    guard let value else {
      try require(decoded == nil, "the record at \(offset) is damaged, but not to a decoder")
      // What is wrong with it is met in the middle of it, or never. One that is too large costs all
      // that a record may, with checks and counters seconds: the tests of limits have those.
      let isTooLarge = one.fault.map {
        [.tooManyValues, .tooManyBytes, .tooDeep].contains($0.cause)
      }
      for reader in [whole, paged] {
        if isTooLarge != true { _ = try? reader.record(at: offset, as: Tree.self) }
        _ = try? reader.withRecord(at: offset) { record throws(MaxMindFault) in
          try DatabaseCase.passAll(record, atMost: 1 << 12)
        }
      }
      return nil
    }
    let isDecoded = decoded.map { value.isSame(as: $0) } ?? false
    try require(isDecoded, "the record at \(offset) is another to a decoder")
    let count = try whole.withRecord(at: offset) { record throws(MaxMindFault) in
      try DatabaseCase.passAll(record)
    }
    _ = try whole.record(at: offset, as: Tree.self)
    try require(count > 0, "the record at \(offset) has no values")
    return value
  }

  /// Goes through a record by its cursors; how many values there are.
  private static func passAll(
    _ record: RecordCursor, atMost limit: Int = 2 * MaxMindLimits.values
  ) throws(MaxMindFault) -> Int {
    // Cursors have no limit of their own.
    var left = limit
    return try pass(record, &left)
  }

  private static func pass(
    _ record: RecordCursor, _ left: inout Int
  ) throws(MaxMindFault) -> Int {
    left -= 1
    if left < 0 { throw MaxMindFault(offset: 0, cause: .tooManyValues) }
    var count = 1
    _ = try record.text
    _ = (record.bytes, record.double, record.unsigned, record.wide, record.int32, record.boolean)
    var members = record.members
    while let (key, value) = try members.next() {
      guard try record.member(key) != nil else { return .min }
      count &+= try pass(value, &left)
    }
    var elements = record.elements
    while let value = try elements.next() { count &+= try pass(value, &left) }
    return count
  }

  /// A type that reads whatever there is by the containers of `Decodable`.
  private struct Tree: Decodable {
    init(from decoder: any Decoder) throws {
      if (try? [String: Tree](from: decoder)) != nil { return }
      if (try? [Tree](from: decoder)) != nil { return }
      let scalar = try decoder.singleValueContainer()
      if (try? scalar.decode(String.self)) != nil { return }
      if (try? scalar.decode(Double.self)) != nil { return }
      if (try? scalar.decode(UInt8.self)) != nil { return }
      _ = try? scalar.decode(Bool.self)
    }
  }

  /// Both are the same; the value, or `nil` where both are errors.
  private func same<Value: Equatable>(
    _ one: Result<Value, MaxMindError>, _ other: Result<Value, MaxMindError>, _ what: String,
    isSame: (Value, Value) -> Bool = { $0 == $1 }
  ) throws -> Value? {
    switch (one, other) {
    case (.success(let value), .success(let another)):
      try require(isSame(value, another), "\(what) is \(value), by pages \(another)")
      return value
    case (.failure(let error), .failure(let another)):
      // Which fault is met first may differ: by pages a record is looked at before it is read.
      try require((error.fault == nil) == (another.fault == nil), "\(error), by pages \(another)")
      try checkPlace(of: error)
      return nil
    case (.success(let value), .failure(let error)):
      throw Breach("\(what) is \(value), by pages \(error)")
    case (.failure(let error), .success(let value)):
      throw Breach("\(what) is \(error), by pages \(value)")
    }
  }

  private func checkPlace(of error: MaxMindError) throws {
    guard let fault = error.fault else { return }
    try require((0...bytes.count).contains(fault.offset), "\(fault) is outside the file")
  }

  /// Some usual addresses, and what the file's own last bytes say.
  private var addresses: [IPAddress] {
    let tail = bytes.suffix(16).reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
    let (high, low) = (UInt64(tail >> 64), UInt64(truncatingIfNeeded: tail))
    return [
      IPAddress(ipv4: 0x0102_0304), IPAddress(ipv4: 0), IPAddress(ipv4: .max),
      IPAddress(ipv4: UInt32(truncatingIfNeeded: tail)), IPAddress(high: high, low: low),
      IPAddress(high: 0x2001_0218_0000_0000, low: 1), IPAddress(high: 0, low: 1),
      IPAddress(high: 0x2002_0102_0304_0000, low: 0),
    ]
  }
}

extension Result where Failure == MaxMindError {
  fileprivate var fault: MaxMindFault? {
    if case .failure(let error) = self { error.fault } else { nil }
  }
}
