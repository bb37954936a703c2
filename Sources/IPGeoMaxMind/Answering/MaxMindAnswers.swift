public import IPGeoAddresses
public import IPGeoCore
internal import Synchronization

/// Answers out of databases: what each has of an address, put together and named as rows name it.
///
/// ```swift
/// import IPGeoCore
/// import IPGeoMaxMind
///
/// let city = try MaxMindReader(path: "GeoLite2-City.mmdb")
/// let network = try MaxMindReader(path: "GeoLite2-ASN.mmdb")
/// let answers = MaxMindAnswers([city, network], language: "de")
/// for try await (address, outcome) in answers.answers(for: addresses) { … }
/// ```
///
/// Records of MaxMind, DB-IP, IPinfo and of whoever writes alike are read by their own keys. Of
/// what several files say of one matter the first one counts, in the order given; a file adds to
/// the place only what is finer than all that is known of it, and that only where it says the same
/// of all that is. What makes no sense, as a latitude of 95, is taken as not there.
///
/// An address that no file has is `unknown/not-in-database`, one whose records say nothing that
/// there is a column for `unknown/no-data`. One whose record is damaged where a row reads it, or
/// whose way through the tree of one file leads nowhere, is `failed/bad-response`, whatever the
/// others know: a damaged file is to be seen. For many such ways of a file it is the first that is
/// told.
public final class MaxMindAnswers: Sendable {
  /// The databases, in the order in which they are asked.
  public let readers: [MaxMindReader]
  /// The types of all of them, as `GeoLite2-City+GeoLite2-ASN`.
  public var source: String { whole.source }
  /// All of them together.
  private let whole: Origin
  private let language: OwnedBytes
  private let state: Mutex<State>

  private struct State {
    var table: EntryTable
    /// Why a tree leads nowhere, by file: the first time that it was seen.
    var lost: [Int: MaxMindError] = [:]
    /// The places of some addresses' records: for each address those of all files.
    var places: [UInt32] = []
  }

  /// Puts databases together.
  /// - Parameters:
  ///   - readers: The databases; of what several say the first counts.
  ///   - language: Of names, as `pt-BR`; where there is none in it, the English one is taken.
  public init(_ readers: [MaxMindReader], language: String = "en") {
    self.readers = readers
    self.language = OwnedBytes(Array(language.utf8))
    whole = Origin(readers)
    state = Mutex(State(table: EntryTable(width: readers.count)))
  }

  /// Some databases together, as rows name them.
  private struct Origin {
    /// Their types, each once.
    let source: String
    /// When the oldest was built; `nil` where one does not say.
    let builtAt: Int64?

    init(_ readers: [MaxMindReader]) {
      var types: [String] = []
      var oldest = Int64.max
      for reader in readers {
        if !types.contains(reader.shownType) { types.append(reader.shownType) }
        // Before all others where it is not known.
        oldest = min(oldest, reader.metadata.builtAt ?? 0)
      }
      source = types.joined(separator: "+")
      builtAt = oldest == 0 || readers.isEmpty ? nil : oldest
    }
  }
}

extension MaxMindReader {
  /// What the `source` column says of its answers.
  var shownType: String {
    // By scalars: of marks that combine, a character has as many as its writer likes.
    let type = metadata.databaseType.unicodeScalars.prefix(64)
    return type.isEmpty ? "mmdb" : String(String.UnicodeScalarView(type))
  }
}

// MARK: Finding

extension MaxMindAnswers: AnswerBook {
  /// Looks addresses up; nothing is allocated but for records that were not found before.
  public func find(_ addresses: [IPAddress], into finds: inout [BookFind]) -> Int {
    finds.removeAll(keepingCapacity: true)
    finds.reserveCapacity(addresses.count)
    return state.withLock { state in
      state.places.removeAll(keepingCapacity: true)
      // All walks first: what is missing from the processor's caches is waited for together then.
      for address in addresses {
        var bits: UInt8 = 0
        for file in readers.indices { bits = max(bits, place(address, file, &state)) }
        finds.append(BookFind(entry: 0, networkBits: bits))
      }
      number(&finds, &state)
      return state.table.count
    }
  }

  /// Notes the place of an address's record.
  /// - Returns: How many bits the network has; beyond that of any file the answer may be another one.
  @inline(__always)
  private func place(_ address: IPAddress, _ file: Int, _ state: inout State) -> UInt8 {
    do throws(MaxMindError) {
      let found = try readers[file].find(address)
      state.places.append(found.recordOffset ?? EntryTable.none)
      return found.fixedBits
    } catch {
      if state.lost[file] == nil { state.lost[file] = error }
      state.places.append(EntryTable.lost)
      return 128
    }
  }

  private func number(_ finds: inout [BookFind], _ state: inout State) {
    let width = readers.count
    for index in finds.indices {
      if width == 1 {
        finds[index].entry = state.table.number(of: state.places[index])
      } else if width == 0 {
        finds[index].entry = state.table.number(of: EntryTable.none)
      } else {
        let own = state.places[(index &* width)..<(index &* width &+ width)]
        finds[index].entry = state.table.number(of: own)
      }
    }
  }

  /// Reads what an entry says, out of the files' records.
  public func withAnswer(of entry: UInt32, _ body: (BookAnswer) -> Void) {
    let (places, lost) = state.withLock { state in
      let places = readers.indices.map { state.table.place(entry, file: $0) }
      let lost = places.firstIndex(of: EntryTable.lost).flatMap { state.lost[$0] }
      return (places, lost)
    }
    let origin = origin(of: places)
    func give(_ outcome: OutcomeView) {
      body(BookAnswer(outcome: outcome, source: origin.source, askedAt: origin.builtAt))
    }
    if let lost { return give(.other(.failed(Self.failure(lost)))) }
    if places.allSatisfy({ $0 == EntryTable.none }) {
      return give(.other(.unknown(.notInDatabase)))
    }
    func give(located view: LocationView) {
      give(view.isEmpty ? .other(.unknown(.noData)) : .located(view))
    }
    do throws(MaxMindError) {
      if places.count == 1 {
        // As nearly always: nothing has to be put together.
        try readers[0].withRecord(at: places[0]) { record throws(MaxMindFault) in
          give(located: try RecordMapping(record, language: language).view)
        }
      } else {
        try withView(of: places, from: 0, LocationView(), give(located:))
      }
    } catch {
      give(.other(.failed(Self.failure(error))))
    }
  }

  /// Who has records at these places, and since when; where nobody has, it is all that say so.
  private func origin(of places: [UInt32]) -> Origin {
    let having = zip(readers, places).filter { $1 != EntryTable.none }.map(\.0)
    return having.isEmpty || having.count == readers.count ? whole : Origin(having)
  }

  /// Adds the records of the files from one on, while those before are held.
  private func withView(
    of places: [UInt32], from file: Int, _ view: LocationView, _ body: (LocationView) -> Void
  ) throws(MaxMindError) {
    guard file < places.count else { return body(view) }
    if places[file] == EntryTable.none {
      return try withView(of: places, from: file + 1, view, body)
    }
    var inner: MaxMindError?
    try readers[file].withRecord(at: places[file]) { record throws(MaxMindFault) in
      let part = try RecordMapping(record, language: language).view
      var merged = view
      merged.merge(part)
      do throws(MaxMindError) {
        try withView(of: places, from: file + 1, merged, body)
      } catch {
        inner = error
      }
    }
    if let inner { throw inner }
  }

  /// What a damaged file comes to for an address; only one that was changed can be better later.
  private static func failure(_ error: MaxMindError) -> Failure {
    let isDamage = error.fault.map { $0.cause != .changed } ?? false
    return Failure(.badResponse, message: error.description, isRetryable: !isDamage)
  }
}
