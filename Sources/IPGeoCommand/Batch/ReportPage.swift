internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoMaps
internal import IPGeoSummaries

/// The page of a run: its map and its tables, made from the run's distinct addresses at its end.
///
/// Nothing is done for a record while the run goes on. One task uses it.
final class ReportPage {
  /// What became of it, with its file's name.
  enum End: Hashable {
    case written(String)
    /// The run did not come to its end, and the file is that of an earlier one.
    case left(String)
    /// The same, and there is no file.
    case notMade(String)
  }

  private let title: String
  private let showsAddresses: Bool
  private var tally: Tally?

  init(title: String, showsAddresses: Bool) {
    self.title = title
    self.showsAddresses = showsAddresses
    tally = Tally(keepsAddresses: showsAddresses)
  }

  /// Counts what the run came to for one address.
  func add(_ address: AddressRecords) {
    var row = TallyRow()
    row.client = .address(address.address)
    (row.records, row.hits) = (address.records, address.hits)
    switch address.outcome {
    case .located(let view): row.take(view)
    case .other(let outcome):
      row.status = outcome.status
      var reason = outcome.reasonWord
      reason.withUTF8 {
        row.reason = UnsafeRawBufferPointer($0)
        tally?.add(row)
      }
      return
    }
    tally?.add(row)
  }

  /// The whole page.
  /// - Parameter counts: Those of the run, for records that have no address.
  /// - Returns: Its bytes; none at a second call.
  func content(_ counts: RunCounts) -> ByteBuffer {
    var out = ByteBuffer()
    guard var tally = tally.take() else { return out }
    for (word, count) in counts.reasons where Reason(rawValue: word)?.status == .invalid {
      var word = word
      word.withUTF8 { tally.addInvalid(count, reason: UnsafeRawBufferPointer($0)) }
    }
    let tallied = tally.finish()
    let picture = MapPicture(
      title: title, cells: tallied.cellsOfAll, shared: tallied.sharedOfAll)
    MapFile.append(picture, as: .html, withAddresses: showsAddresses, to: &out)
    return out
  }
}

extension Tally {
  /// Counts records that hold no address.
  fileprivate mutating func addInvalid(_ count: Int, reason: UnsafeRawBufferPointer) {
    var row = TallyRow()
    (row.status, row.reason) = (.invalid, reason)
    row.records = UInt64(clamping: count)
    row.hits = row.records
    if row.records > 0 { add(row) }
  }
}

extension Outcome {
  /// Why there is no place, as rows have it.
  fileprivate var reasonWord: String {
    switch self {
    case .located: ""
    case .special(let block): block.name
    case .unknown(let reason): reason.rawValue
    case .failed(let failure): failure.reason.rawValue
    }
  }
}

extension TallyRow {
  /// Becomes a row of what is known of an address.
  fileprivate mutating func take(_ view: LocationView) {
    status = .located
    if let latitude = view.latitude, let longitude = view.longitude {
      position = Position(latitude: latitude, longitude: longitude)
    }
    countryCode = view.countryCode ?? Self.nothing
    country = view.country ?? Self.nothing
    region = view.region ?? Self.nothing
    city = view.city ?? Self.nothing
    timezone = view.timezone ?? Self.nothing
    asn = view.asn
    let names = [view.asOrganization, view.organization, view.isp]
    network = names.compactMap { $0 }.first { !$0.isEmpty } ?? Self.nothing
  }
}
