internal import IPGeoAddresses
internal import IPGeoCore

// What columns say whose names, and values, are not ours.
extension RowRenderer {
  /// What a column says of an answer.
  func cell(_ column: RowColumn, _ facts: AnswerFacts, _ view: LocationView?) -> Cell {
    let cell: Cell
    switch column.content {
    case .own, .inputPath: cell = self.cell(column.field, facts, view)
    case .serviceStatus: cell = .text(facts.status == .located ? "success" : "fail")
    case .serviceMessage: cell = ServiceMessage.text(of: facts).map { .text($0) } ?? .nothing
    case .autonomousSystem: cell = Self.autonomousSystem(view)
    case .isoRegion: cell = Self.isoRegion(view)
    case .position: cell = Self.position(view)
    case .coordinate:
      if case .nothing = Self.position(view) {
        cell = .nothing
      } else {
        cell = self.cell(column.field, facts, view)
      }
    case .constant(let text): cell = .text(text)
    }
    // The service has no null: of what it placed it leaves texts empty.
    if case .nothing = cell, style.schema == .ipAPI, facts.status == .located, column.isServiceText
    {
      return .emptyText
    }
    return cell
  }

  private static func autonomousSystem(_ view: LocationView?) -> Cell {
    let name = view?.asOrganization.map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard let number = view?.asn else { return name.isEmpty ? .nothing : .text(name) }
    return .text(name.isEmpty ? "AS\(number)" : "AS\(number) \(name)")
  }

  /// `US-VA`; databases may have codes that are not of ISO 3166-2, some of which look unlike it.
  private static func isoRegion(_ view: LocationView?) -> Cell {
    guard let country = view?.countryCode, let region = view?.regionCode, country.count == 2,
      country.allSatisfy({ 0x41...0x5A ~= $0 }), 1...3 ~= region.count,
      region.allSatisfy({ 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 })
    else { return .nothing }
    return .text(String(decoding: Array(country) + [0x2D] + Array(region), as: UTF8.self))
  }

  private static func position(_ view: LocationView?) -> Cell {
    guard let latitude = view?.latitude, let longitude = view?.longitude, latitude.isFinite,
      longitude.isFinite
    else { return .nothing }
    return .position(latitude: latitude, longitude: longitude)
  }
}

extension RowColumn {
  /// Whether the service has it, as a text.
  var isServiceText: Bool {
    switch content {
    case .autonomousSystem: true
    case .own: field.kind == .text && !isOfRecord && RowSchema.serviceName(of: field) != nil
    default: false
    }
  }
}

/// The service's `message` of an address that it has no place for.
enum ServiceMessage {
  /// What it says of addresses that no one outside can have.
  static let privateRange = "private range"
  /// What it says of other special addresses.
  static let reservedRange = "reserved range"
  /// What it says of text that is no address.
  static let invalidQuery = "invalid query"

  /// The blocks that it calls private; the others are reserved.
  static let privateBlocks: Set<String> = ["private-use", "unique-local", "shared-address-space"]

  /// The message; `nil` where there is a place.
  ///
  /// What the service never says is our reason, with blanks for its hyphens: `rate limited`.
  static func text(of facts: AnswerFacts) -> String? {
    switch facts.status {
    case .located: nil
    case .special: privateBlocks.contains(facts.reason) ? privateRange : reservedRange
    case .invalid: invalidQuery
    case .unknown where facts.reason == Reason.serviceReserved.rawValue: reservedRange
    case .unknown, .failed: String(facts.reason.map { $0 == "-" ? " " : $0 })
    }
  }
}
