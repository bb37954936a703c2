internal import IPGeoAddresses
internal import IPGeoCore

/// The tables of answers, and the statements on one connection to them; has one owner.
///
/// An answer's key is its address's octets, 4 or 16, and its body what `PackedForm` says. Parts are
/// named by a hash of their bytes, so that two processes give the same part the same number.
final class AnswerFile {
  static let identity = DatabaseFile.Identity(
    // "IPGa" and "IPGl" (LimitFile) are in nobody's list of SQLite's application numbers.
    application: 0x4950_4761, version: 1,
    schema: """
      CREATE TABLE kinds(
        id INTEGER PRIMARY KEY, provider TEXT NOT NULL, language TEXT NOT NULL,
        UNIQUE(provider, language));
      CREATE TABLE parts(id INTEGER PRIMARY KEY, body BLOB NOT NULL);
      CREATE TABLE answers(
        kind INTEGER NOT NULL, key BLOB NOT NULL, asked_at INTEGER NOT NULL,
        country INTEGER, network INTEGER, body BLOB NOT NULL);
      CREATE UNIQUE INDEX answers_by_key ON answers(kind, key);
      CREATE INDEX answers_by_age ON answers(asked_at);
      CREATE TABLE counters(name TEXT PRIMARY KEY, value INTEGER NOT NULL);
      """,
    mark: "CREATE INDEX answers_by_age ON answers(asked_at)")

  let database: Database
  let file: FileSystem.Identity
  let canWrite: Bool

  private let find: Statement
  private let findKind: Statement
  private let addKind: Statement
  private let findPart: Statement
  private let addPart: Statement
  private let put: Statement

  private var kinds: [AnswerKind: Int64] = [:]
  /// What countries and networks say of themselves, by the number of the part.
  private var parts: [Int64: KeptPart] = [:]
  private var version: Int64 = 0
  /// Numbers of parts that the present transaction has seen.
  private var partNumbers: [[UInt8]: Int64] = [:]

  /// So many parts are kept, in 50 MB or less.
  private static let mostParts = 262_144

  /// Prepares everything.
  ///
  /// Where a table is missing the file is damaged, for its header says that it is of our form.
  init(_ opened: DatabaseFile.Opened) throws(DatabaseError) {
    database = opened.database
    file = opened.file
    canWrite = opened.canWrite
    do throws(DatabaseError) {
      // Pages are read as they are needed, so that a small file takes little.
      try database.execute("PRAGMA cache_size = -32768")
      find = try database.prepare(
        "SELECT asked_at, country, network, body FROM answers WHERE kind = ?1 AND key = ?2")
      findKind = try database.prepare("SELECT id FROM kinds WHERE provider = ?1 AND language = ?2")
      addKind = try database.prepare("INSERT INTO kinds(provider, language) VALUES(?1, ?2)")
      findPart = try database.prepare("SELECT body FROM parts WHERE id = ?1")
      addPart = try database.prepare("INSERT INTO parts(id, body) VALUES(?1, ?2)")
      put = try database.prepare(
        """
        INSERT INTO answers(kind, key, asked_at, country, network, body)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT(kind, key) DO UPDATE SET asked_at = excluded.asked_at,
          country = excluded.country, network = excluded.network, body = excluded.body
        WHERE excluded.asked_at >= asked_at OR asked_at > ?7
        """)
    } catch {
      throw error.kind == .other ? .missingTable(error) : error
    }
  }

  // MARK: Reading

  /// Looks addresses up; calls `each` with the place of those that have an answer.
  func lookUp(
    _ addresses: [IPAddress], _ kind: AnswerKind, each: (Int, Int64, PackedAnswer) -> Void
  ) throws(DatabaseError) {
    try database.transaction(.deferred) { () throws(DatabaseError) in
      try noticeChanges()
      guard let number = try kindNumber(kind) else { return }
      find.bind(1, number)
      // In the order of the index, neighbours are on the same page.
      for place in addresses.placesByKey {
        try read(addresses[Int(place)], Int(place), each)
      }
    }
  }

  private func read(
    _ address: IPAddress, _ place: Int, _ each: (Int, Int64, PackedAnswer) -> Void
  ) throws(DatabaseError) {
    let result: Result<Void, DatabaseError> = address.withKey { key in
      find.bind(2, unmoved: key)
      defer { find.reset() }
      do throws(DatabaseError) {
        guard try find.step() else { return .success(()) }
      } catch {
        return .failure(error)
      }
      let (country, network) = (find.optionalInteger(1), find.optionalInteger(2))
      // One that is damaged is not known.
      if let body = Seal.opened(find.bytes(3), key: key, country: country, network: network) {
        each(place, find.integer(0), PackedAnswer(country: country, network: network, body: body))
      }
      return .success(())
    }
    try result.get()
  }

  /// Unpacks an answer that was just read, where it is not of another form or damaged: calls `each`
  /// with a view that is good for the call alone.
  func unpack(
    _ answer: PackedAnswer, _ start: PackedForm.Start, _ rest: PackedReader,
    each: (OutcomeView) -> Void
  ) {
    var reader = rest
    if start.isUnknown {
      if let outcome = PackedForm.unknown(&reader) { each(.other(outcome)) }
      return
    }
    guard let country = part(answer.country), let network = part(answer.network) else { return }
    var view = LocationView()
    guard reader.readPlace(into: &view) else { return }
    country.withReader { reader in
      guard reader.readCountry(into: &view) else { return }
      network.withReader { reader in
        guard reader.readNetwork(into: &view) else { return }
        each(.located(view))
      }
    }
  }

  /// A part that cannot be read is one that is not there: its answers are asked again.
  private func part(_ number: Int64?) -> KeptPart? {
    guard let number else { return nil }
    if let known = parts[number] { return known }
    findPart.bind(1, number)
    defer { findPart.reset() }
    guard (try? findPart.step()) == true else { return nil }
    let bytes = findPart.bytes(0)
    // Others that had its number before it are few.
    guard (number &- Self.firstNumber(bytes)) & 0x7fff_ffff < 64 else { return nil }
    let part = KeptPart(bytes)
    if parts.count >= Self.mostParts { parts.removeAll(keepingCapacity: true) }
    parts[number] = part
    return part
  }

  /// Forgets the parts where another process has changed the file: it may have removed some.
  func noticeChanges() throws(DatabaseError) {
    let now = try database.integer("PRAGMA data_version")
    if now != version { forgetParts() }
    version = now
  }

  func forgetParts() {
    parts.removeAll()
  }

  private func kindNumber(
    _ kind: AnswerKind, adding: Bool = false
  ) throws(DatabaseError) -> Int64? {
    if let known = kinds[kind] { return known }
    findKind.bind(1, kind.provider)
    findKind.bind(2, kind.language)
    defer { findKind.reset() }
    guard try findKind.step() else { return adding ? try add(kind) : nil }
    let number = findKind.integer(0)
    kinds[kind] = number
    return number
  }

  // MARK: Writing

  /// Writes answers in one transaction.
  ///
  /// A stored answer that is newer stays, unless `now`, in seconds since 1970, says that it is from
  /// the future. The answer is how many were written.
  func put(
    _ answers: [StoredAnswer], _ kind: AnswerKind, now: Int64
  ) throws(DatabaseError) -> Int {
    partNumbers.removeAll(keepingCapacity: true)
    // What a transaction that is undone has made is forgotten with it.
    do throws(DatabaseError) {
      return try database.transaction(.immediate) { () throws(DatabaseError) in
        let number = try kindNumber(kind, adding: true) ?? 0
        var written = 0
        for answer in answers {
          if try put(answer, number, now) { written += 1 }
        }
        return written
      }
    } catch {
      kinds.removeAll()
      throw error
    }
  }

  private func put(
    _ answer: StoredAnswer, _ kind: Int64, _ now: Int64
  ) throws(DatabaseError) -> Bool {
    guard let packed = PackedForm.pack(answer.outcome, hasReverse: answer.hasReverse) else {
      return false
    }
    let (country, network) = (try partNumber(packed.country), try partNumber(packed.network))
    let key = answer.address.octets
    let seal = Seal.value(key: key, country: country, network: network, body: packed.body)
    put.bind(1, kind)
    put.bind(2, key)
    put.bind(3, answer.askedAt)
    put.bind(4, country)
    put.bind(5, network)
    put.bind(6, packed.body + Seal.bytes(seal))
    put.bind(7, now)
    try put.run()
    return database.changes > 0
  }

  private func add(_ kind: AnswerKind) throws(DatabaseError) -> Int64 {
    addKind.bind(1, kind.provider)
    addKind.bind(2, kind.language)
    try addKind.run()
    let number = database.lastRow
    kinds[kind] = number
    return number
  }

  /// The number of a part, which is added where it is new.
  private func partNumber(_ bytes: [UInt8]?) throws(DatabaseError) -> Int64? {
    guard let bytes else { return nil }
    if let known = partNumbers[bytes] { return known }
    var number = Self.firstNumber(bytes)
    while try !isPart(number, bytes) {
      // Another part has this number. There are two thousand million: the next is free.
      number = (number + 1) & 0x7fff_ffff
    }
    partNumbers[bytes] = number
    return number
  }

  /// The number that a part has unless others had it before: so it tells a damaged one, too.
  private static func firstNumber(_ bytes: some Sequence<UInt8>) -> Int64 {
    Int64(Seal.hash(bytes) >> 33)
  }

  /// Whether the part has that number now; false where another one has it.
  private func isPart(_ number: Int64, _ bytes: [UInt8]) throws(DatabaseError) -> Bool {
    findPart.bind(1, number)
    defer { findPart.reset() }
    if try findPart.step() { return findPart.bytes(0).elementsEqual(bytes) }
    addPart.bind(1, number)
    addPart.bind(2, bytes)
    try addPart.run()
    return true
  }
}

/// A row of answers, as long as its statement stands on it.
struct PackedAnswer {
  var country: Int64?
  var network: Int64?
  var body: UnsafeRawBufferPointer
}

extension IPAddress {
  /// Calls `body` with the octets in network order, 4 of IPv4 and 16 of IPv6.
  func withKey<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let ipv4 {
      return withUnsafeBytes(of: ipv4.bigEndian, body)
    }
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
  }

  /// The address with these octets.
  init?(key: UnsafeRawBufferPointer) {
    switch key.count {
    case 4:
      self.init(ipv4: UInt32(bigEndian: key.loadUnaligned(as: UInt32.self)))
    case 16:
      self.init(
        high: UInt64(bigEndian: key.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    default: return nil
    }
  }
}

extension [IPAddress] {
  /// The places of the addresses in the order of their keys.
  fileprivate var placesByKey: [UInt32] {
    var places = (0..<UInt32(truncatingIfNeeded: count)).map { $0 }
    // The order of addresses is that of keys but for IPv4 among IPv6, which costs nothing here.
    places.sort { self[Int($0)] < self[Int($1)] }
    return places
  }
}
