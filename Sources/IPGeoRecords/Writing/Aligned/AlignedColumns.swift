/// Where the columns of a table for people stand.
struct AlignedColumns: Sendable {
  /// Blanks between two columns.
  static let gap = 2
  /// No column is made wider than this: one long text would push all others out of sight.
  static let widest = 48
  /// An address takes no more (RFC 5952); what is longer is none.
  static let widestAddress = 39
  /// How narrow a column of names is made for the others' sake.
  static let narrowest = 8

  let fields: [Field]
  private(set) var widths: [Int]
  /// How many columns are shown; the rest have no room.
  private(set) var shown: Int
  /// How wide a line may be.
  let room: Int?

  /// - Parameters:
  ///   - fields: The columns, at least one.
  ///   - contents: What each takes, as far as is known.
  ///   - room: How wide a line may be; `nil` for any width.
  init(_ fields: [Field], contents: [Int], room: Int?) {
    self.fields = fields
    self.room = room.map { max(1, $0) }
    widths = zip(fields, contents).map { field, width in
      let isAddress = field == .ip || field == .address
      return max(1, min(width, isAddress ? Self.widestAddress : Self.widest))
    }
    shown = fields.count
    fit()
  }

  /// Where each cell of a row begins, and where the last one ends.
  ///
  /// A cell that is wider than its column pushes the next ones, until there is room again.
  func places(of cells: [AlignedCell]) -> (starts: [Int], end: Int) {
    var starts: [Int] = []
    var end = 0
    var column = 0
    for (index, cell) in cells.enumerated() {
      let width = widths[index]
      let lead = fields[index].isAlignedRight ? max(0, width &- cell.width) : 0
      let start = max(column &+ lead, end == 0 ? 0 : end &+ Self.gap)
      starts.append(start)
      if cell.width > 0 { end = start &+ cell.width }
      column &+= width &+ Self.gap
    }
    return (starts, end)
  }

  /// The cells of a row that has no room for all of them, none wider than its column.
  func cut(_ cells: [AlignedCell]) -> [AlignedCell] {
    zip(cells, widths).prefix(shown).map { $0.cut(to: $1) }
  }

  /// Where the first `count` columns end.
  func end(of count: Int) -> Int {
    widths.prefix(count).reduce(0, +) &+ Self.gap &* max(0, count &- 1)
  }

  private mutating func fit() {
    guard let room else { return }
    while end(of: shown) > room, let index = widestOfNames { widths[index] &-= 1 }
    // Room for a sign that there are more.
    while shown > 1, end(of: shown) > (shown == fields.count ? room : room &- 2) { shown &-= 1 }
    if shown == 1 { widths[0] = min(widths[0], max(1, fields.count == 1 ? room : room &- 2)) }
  }

  private var widestOfNames: Int? {
    widths.indices.filter { fields[$0].mayBeCut && widths[$0] > Self.narrowest }
      .max { widths[$0] < widths[$1] }
  }
}

extension Field {
  /// Whether its values are numbers, whose last digits stand under each other.
  var isAlignedRight: Bool {
    switch self {
    case .hits, .latitude, .longitude, .asn, .accuracyRadius, .line, .port, .utcOffset: true
    default: false
    }
  }

  /// Whether the beginning of a value still tells what it is.
  var mayBeCut: Bool {
    switch self {
    case .country, .region, .city, .timezone, .isp, .organization, .asOrganization, .reason, .file,
      .forwarded, .record, .continent, .district, .asName, .reverse, .source, .network:
      true
    default: false
    }
  }

  /// How wide the column is made as long as hardly a row is known.
  var usualWidth: Int {
    switch self {
    case .ip, .address: 15
    case .country, .region, .city, .timezone: 14
    case .isp, .organization, .asOrganization, .asName, .reverse: 24
    case .reason, .district: 12
    case .latitude, .longitude: 9
    case .lookedUpAt: 20
    default: 8
    }
  }
}
