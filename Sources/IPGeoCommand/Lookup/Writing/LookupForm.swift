internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON
internal import IPGeoRecords

/// What a person is shown of an address: a heading, and a line for each thing that is known.
struct LookupForm: Sendable {
  /// How it looks.
  struct Look: Hashable, Sendable {
    /// Whether letters outside ASCII can be shown.
    var isUnicode: Bool
    var usesColor: Bool
  }

  var look: Look
  /// Columns to show, by their names; nil for the usual lines.
  var fields: [Field]?
  /// Seconds since 1970 UTC.
  var now: Int64
  var clock: ZoneClock
  /// Who answers.
  var source: String

  /// So long an answer's own distance from UTC is believed where the zone is not known here: clocks
  /// may have been put forward since.
  static let freshness: Int64 = 3600

  /// The lines, without line ends; none is made of text that could steer a terminal.
  func lines(_ result: LookupResult) -> [String] {
    [heading(result)]
      + rows(result).map { label, value in
        "  " + label + String(repeating: " ", count: max(1, 12 - label.count)) + value
      }
  }

  // MARK: Heading

  private func heading(_ result: LookupResult) -> String {
    let item = result.item
    var title = shown(String(decoding: item.text, as: UTF8.self))
    if let name = item.name {
      title = "\(shown(name)) (\(title))"
    } else if item.subject == .own {
      title = title.isEmpty ? "your own address" : "\(title) (your own address)"
    } else if let address = result.address, title != address.description {
      title += " (\(address))"
    }
    return look.usesColor ? "\u{1B}[1m\(title)\u{1B}[0m" : title
  }

  // MARK: Lines

  private func rows(_ result: LookupResult) -> [(label: String, value: String)] {
    if let fields { return named(fields, result) }
    guard let location = result.location else {
      return LookupWords.text(result).map { [("Status", shown($0))] } ?? []
    }
    return place(location, result) + network(location) + [("Answer", age(result))]
  }

  private func place(
    _ location: Location, _ result: LookupResult
  ) -> [(label: String, value: String)] {
    [
      ("City", text(location.city)),
      ("Region", text(location.region, code: location.regionCode)),
      ("Country", text(location.country, code: location.countryCode)),
      ("Lat,Lon", coordinates(location)),
      ("Time zone", text(location.timezone)),
      ("Local time", localTime(location, result)),
    ]
  }

  private func network(_ location: Location) -> [(label: String, value: String)] {
    let number = location.asn.map { "AS\($0)" }
    let name = location.asOrganization ?? location.asName
    let network = [number, name].compactMap { $0 }.joined(separator: " ")
    let rows = [("ISP", text(location.isp)), ("Network", text(network))]
    return location.network.map { rows + [("Range", "\($0)")] } ?? rows
  }

  private func text(_ text: String?, code: String? = nil) -> String {
    switch (text, code) {
    case (let text?, let code?) where !text.isEmpty && text != code: shown("\(text) (\(code))")
    case (let text?, _) where !text.isEmpty: shown(text)
    case (_, let code?): shown(code)
    default: nothing
    }
  }

  private func coordinates(_ location: Location) -> String {
    guard let position = location.position else { return nothing }
    var buffer = ByteBuffer(capacity: 48)
    JSONText.appendNumber(position.latitude, to: &buffer)
    buffer.append(0x2C)
    JSONText.appendNumber(position.longitude, to: &buffer)
    let text = String(decoding: buffer.bytes, as: UTF8.self)
    return location.accuracyRadius.map { "\(text) (within \($0.groupedDigits) km)" } ?? text
  }

  private func localTime(_ location: Location, _ result: LookupResult) -> String {
    if let offset = location.timezone.flatMap({ clock.offset($0, now) }) {
      return LocalTime(now, offset: offset).text
    }
    guard let offset = location.utcOffset, let askedAt = result.askedAt,
      case (let age, let overflow) = now.subtractingReportingOverflow(askedAt), !overflow,
      (0..<Self.freshness).contains(age)
    else { return nothing }
    return LocalTime(now, offset: Int64(offset)).text
  }

  private func age(_ result: LookupResult) -> String {
    let age = result.askedAt.flatMap { AnswerAge.text(askedAt: $0, now: now) }
    if let database = result.database { return shown(database) + (age.map { ", \($0)" } ?? "") }
    guard result.isKnown else { return "asked now" }
    return "known" + (age.map { ", \($0)" } ?? "")
  }

  // MARK: Chosen columns

  private func named(
    _ fields: [Field], _ result: LookupResult
  ) -> [(label: String, value: String)] {
    let renderer = RowRenderer(fields: fields, format: .table)
    var row = ByteBuffer(capacity: 512)
    LookupRows.append(result, renderer, source: source, to: &row)
    let cells = row.bytes.prefix { $0 != 0x0A }.split(
      separator: 0x09, omittingEmptySubsequences: false)
    return zip(renderer.fields, cells).map { field, cell in
      let value = String(decoding: cell, as: UTF8.self)
      return (field.name, value.isEmpty ? nothing : shown(value))
    }
  }

  // MARK: Text

  private var nothing: String { look.isUnicode ? "–" : "-" }

  private func shown(_ text: String) -> String {
    ShownText.escape(text, isUnicode: look.isUnicode)
  }
}
