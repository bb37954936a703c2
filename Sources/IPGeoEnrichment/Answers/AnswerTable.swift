import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore

/// The outcomes of a run's addresses, by number, packed: what `AnswerBoard` keeps under its lock.
///
/// A number is registered first; then its first outcome stays, and any further one changes nothing.
struct AnswerTable: ~Copyable {
  private var packer = AnswerPacker()
  private var arena = ByteArena()
  private var scratch = ByteBuffer(capacity: 512)
  /// Where each address's packed answer ends: 0 while there is none, or `leftOut`.
  private let places = SlabArray<UInt>()
  /// Where the packed answer of each entry of a book ends.
  private var entryPlaces: [UInt] = []
  /// The status of each of them: packed answers are far apart, and most of them not near.
  private var entryStatuses: [Status] = []
  /// The entry of each address, and one; 0 where it is of none.
  private let entries = SlabArray<UInt32>()
  /// How many bits the network has that a book's answer holds for; none where no book was looked in.
  private let networkBits = SlabArray<UInt8>()
  /// Who gave answers, other than the provider.
  private var sources: [String] = []
  /// Once the provider has ended: what becomes of every address without an outcome.
  private var restFailure: Failure?
  private(set) var settled = SettledCounts()

  /// Stands for the place of an address that was left out: it has no answer and gets none.
  private static let leftOut: UInt = 1

  /// Stands for the bits of a network that nobody told.
  private static let noNetwork = UInt8.max

  /// How many addresses are registered.
  var count: Int { places.count }

  /// Bytes taken by the packed answers that stand in place.
  var sizeInBytes: Int { arena.sizeInBytes }

  /// Makes room for `count` numbers in all, and settles the special addresses among the new ones.
  mutating func register(count: Int, special: [(number: UInt32, block: SpecialBlock)]) {
    let known = places.count
    places.extend(to: count, with: 0)
    for (number, block) in special {
      pin(Answer(tag: number, outcome: .special(block), askedAt: 0))
    }
    settleRest(from: known)
  }

  /// Whether the address has an outcome, or is left out.
  func isSettled(_ number: UInt32) -> Bool {
    Int(number) < places.count && places[Int(number)] != 0
  }

  /// Keeps an answer, if it is the first for a registered number.
  mutating func pin(_ answer: Answer) {
    answer.outcome.withView {
      pin(
        $0, of: answer.tag, askedAt: answer.askedAt, isKnown: answer.isKnown,
        source: answer.source)
    }
  }

  /// The same of an answer whose texts lie elsewhere.
  mutating func pin(
    _ view: OutcomeView, of number: UInt32, askedAt: Int64, isKnown: Bool, source: String? = nil
  ) {
    let index = Int(number)
    guard index < places.count, places[index] == 0 else { return }
    scratch.removeAll()
    if let source {
      let mark = AnswerMark(entry: nil, source: self.number(of: source), hasDate: true)
      mark.append(to: &scratch)
    }
    if case .located(let location) = view, let network = location.network {
      networkBits.extend(to: places.count, with: Self.noNetwork)
      networkBits[index] = network.networkBits
    }
    guard let (place, fits) = store(view, askedAt: askedAt) else { return }
    places[index] = place
    settled.count(fits ? view : .other(Self.tooLong), isKnown: isKnown)
  }

  /// Packs an answer behind what stands in the scratch.
  /// - Returns: Where it ends, and whether it is the answer itself; `nil` where there is no room.
  private mutating func store(_ view: OutcomeView, askedAt: Int64) -> (place: UInt, fits: Bool)? {
    let head = scratch.count
    let fits = packer.pack(view, askedAt: askedAt, into: &scratch)
    if !fits {
      scratch.truncate(to: head)
      guard packer.pack(.other(Self.tooLong), askedAt: 0, into: &scratch) else { return nil }
    }
    // The length comes behind the bytes, because it is known there; places point at it.
    var length = UInt16(truncatingIfNeeded: scratch.count)
    withUnsafeBytes(of: &length) { scratch.append($0) }
    guard let start = arena.store(scratch.bytes) else { return nil }
    return (UInt(bitPattern: start + Int(length)), fits)
  }

  private static var tooLong: Outcome {
    .failed(Failure(.badResponse, message: "the answer is too long to be one", wasAsked: true))
  }

  /// Keeps what an entry of a book says: the next one's, in the order of their numbers.
  mutating func keep(_ answer: BookAnswer) {
    scratch.removeAll()
    let mark = AnswerMark(
      entry: UInt32(truncatingIfNeeded: entryPlaces.count), source: number(of: answer.source),
      hasDate: answer.askedAt != nil)
    mark.append(to: &scratch)
    // An entry that cannot be kept answers nobody: its addresses are left to the run's end.
    let place = store(answer.outcome, askedAt: answer.askedAt ?? 0)?.place ?? 0
    entryPlaces.append(place)
    entryStatuses.append(Status(rawValue: status(at: place)) ?? .failed)
  }

  private mutating func number(of source: String) -> Int {
    if let known = sources.firstIndex(of: source) { return known }
    sources.append(source)
    return sources.count - 1
  }

  /// Answers addresses by entries that were kept.
  mutating func pin(_ finds: ArraySlice<BookFind>, of questions: ArraySlice<Question>) {
    networkBits.extend(to: places.count, with: Self.noNetwork)
    entries.extend(to: places.count, with: 0)
    for (find, question) in zip(finds, questions) {
      let (index, entry) = (Int(question.tag), Int(find.entry))
      guard index < places.count, places[index] == 0, entry < entryPlaces.count,
        entryPlaces[entry] != 0
      else { continue }
      places[index] = entryPlaces[entry]
      networkBits[index] = find.networkBits
      entries[index] = find.entry &+ 1
      settled.count(bookStatus: entryStatuses[entry])
    }
  }

  private func status(at place: UInt) -> UInt8 {
    Self.packed(at: place).flatMap { AnswerMark.split($0)?.body.first } ?? Status.failed.rawValue
  }

  /// Settles addresses as unasked and without an answer; those with an outcome keep it.
  mutating func leaveOut(_ numbers: ArraySlice<UInt32>) {
    for number in numbers where Int(number) < places.count && places[Int(number)] == 0 {
      places[Int(number)] = Self.leftOut
      settled.unasked += 1
      settled.leftOut += 1
    }
  }

  /// Settles what has no outcome, now and later.
  mutating func settleRest(with failure: Failure) {
    restFailure = failure
    settleRest(from: 0)
  }

  private mutating func settleRest(from first: Int) {
    guard let restFailure, first < places.count else { return }
    for index in first..<places.count where places[index] == 0 {
      let tag = UInt32(truncatingIfNeeded: index)
      pin(Answer(tag: tag, outcome: .failed(restFailure), askedAt: 0))
    }
  }

  /// Counts a request that went out.
  mutating func countRequest() { settled.requests += 1 }

  /// The address's outcome; `nil` while there is none.
  func outcome(of number: UInt32) -> (outcome: Outcome, askedAt: Int64?)? {
    view(of: number).map { ($0.outcome.outcome, $0.askedAt) }
  }

  /// The address's answer where it lies; `nil` while there is none.
  ///
  /// Its bytes stay as long as the table does.
  func view(of number: UInt32) -> KeptAnswer? {
    guard let bytes = packed(number), let (head, body) = AnswerMark.split(bytes),
      let (outcome, askedAt) = packer.unpack(body)
    else { return nil }
    guard let head else {
      return KeptAnswer(
        outcome: outcome, askedAt: askedAt, networkBits: networkBits(of: number))
    }
    return KeptAnswer(
      outcome: outcome, askedAt: head.hasDate ? askedAt : nil,
      source: head.source < sources.count ? sources[head.source] : nil, entry: head.entry,
      networkBits: networkBits(of: number))
  }

  private func networkBits(of number: UInt32) -> UInt8? {
    guard Int(number) < networkBits.count else { return nil }
    let bits = networkBits[Int(number)]
    return bits == Self.noNetwork ? nil : bits
  }

  /// What of a book answers the address; `nil` where nothing does, or nothing yet.
  func find(of number: UInt32) -> BookFind? {
    guard Int(number) < entries.count, entries[Int(number)] != 0 else { return nil }
    return BookFind(
      entry: entries[Int(number)] &- 1, networkBits: networkBits(of: number) ?? 128)
  }

  private func packed(_ number: UInt32) -> UnsafeRawBufferPointer? {
    guard isSettled(number), places[Int(number)] != Self.leftOut else { return nil }
    return Self.packed(at: places[Int(number)])
  }

  private static func packed(at place: UInt) -> UnsafeRawBufferPointer? {
    guard let end = UnsafeRawPointer(bitPattern: place) else { return nil }
    let length = Int(end.loadUnaligned(as: UInt16.self))
    return UnsafeRawBufferPointer(start: end - length, count: length)
  }

  /// Adds an address's rows to the counts of its status and reason; without an outcome, nothing.
  func tally(_ number: UInt32, rows: Int, into counts: inout RunCounts) {
    guard let packed = packed(number), let (_, bytes) = AnswerMark.split(packed) else { return }
    // Most are located, and have no reason to unpack.
    if bytes.first == Status.located.rawValue {
      counts.located += rows
      return
    }
    guard case .other(let outcome)? = packer.unpack(bytes)?.outcome else { return }
    switch outcome {
    case .located: return
    case .special(let block): counts.special(rows, reason: block.name)
    case .unknown(let reason): counts.unknown(rows, reason: reason.rawValue)
    case .failed(let failure): counts.failed(rows, reason: failure.reason.rawValue)
    }
  }
}

/// How the distinct addresses were settled: the terms of the second sum.
struct SettledCounts {
  /// Answered from the special-purpose registries.
  var local = 0
  /// Answered from what an earlier run asked, or from a book.
  var known = 0
  /// Those of the known that a book answered.
  var fromBook = 0
  /// Sent to the provider at least once.
  var asked = 0
  /// Failed without having been sent.
  var unasked = 0
  /// Those of the unasked that `--top N` left out.
  var leftOut = 0
  /// Requests that went out.
  var requests = 0

  /// Addresses that have an outcome.
  var total: Int { local + known + asked + unasked }

  /// Counts an address that a book answers; with a failure, it has not.
  mutating func count(bookStatus status: Status?) {
    switch status {
    case .located, .unknown:
      known += 1
      fromBook += 1
    default: unasked += 1
    }
  }

  mutating func count(_ view: OutcomeView, isKnown: Bool) {
    guard case .other(let outcome) = view else {
      if isKnown { known += 1 } else { asked += 1 }
      return
    }
    switch outcome {
    case .special: local += 1
    case .located where isKnown, .unknown where isKnown: known += 1
    case .located, .unknown: asked += 1
    case .failed(let failure):
      if failure.wasAsked { asked += 1 } else { unasked += 1 }
    }
  }
}

extension RunCounts {
  fileprivate mutating func special(_ rows: Int, reason: String) {
    special += rows
    add(rows, to: reason)
  }

  fileprivate mutating func unknown(_ rows: Int, reason: String) {
    unknown += rows
    add(rows, to: reason)
  }

  fileprivate mutating func failed(_ rows: Int, reason: String) {
    failed += rows
    failedAddresses += 1
    add(rows, to: reason)
  }

  private mutating func add(_ rows: Int, to reason: String) {
    if rows > 0 { reasons[reason, default: 0] += rows }
  }
}
