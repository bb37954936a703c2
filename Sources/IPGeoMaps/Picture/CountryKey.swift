internal import IPGeoSummaries

/// What countries are told apart by: their codes, and where rows give none their names.
enum CountryKey: Hashable, Comparable {
  /// In capital letters.
  case code(String)
  case name(Spelling)

  /// Makes the key of a code and a name; `nil` where there is neither.
  ///
  /// What is empty says nothing.
  init?(code: String?, name: String?) {
    if let code, !code.isEmpty {
      self = .code(code.uppercased())
    } else if let name, !name.isEmpty {
      self = .name(Spelling(name))
    } else {
      return nil
    }
  }

  /// What rows have instead of a name.
  var text: String {
    switch self {
    case .code(let code): code
    case .name(let name): name.text
    }
  }

  /// The code; empty where there is none.
  var code: String {
    if case .code(let code) = self { return code }
    return ""
  }

  /// The place in `WorldOutline.countries`: by the code, and by the name where the outline has no
  /// code for the country either.
  var outline: Int? {
    switch self {
    case .code(let code): WorldOutline.numbers[code]
    case .name(let name): WorldOutline.numbersOfNames[name.text]
    }
  }

  /// Whether shades are told beside its hits: beside those of a small state, too, that the outline
  /// lacks; `shadedRows` in the page's `outline.js`.
  var isShaded: Bool { !code.isEmpty || outline != nil }
}

/// Finds the countries of cells; each way to name one is looked at once, however many cells have it.
///
/// Where rows leave the code out, a name stands for the one that others have beside it, as in
/// summaries; for itself where those have several.
struct CountryKeys {
  private var codes: [String: CountryKey] = [:]
  /// The country of each name that stands beside one code only, where some cell has a name alone.
  private var names: [Spelling: CountryKey?] = [:]

  init(_ cells: [TallyCell]) {
    let hasNameAlone = cells.contains {
      ($0.key.countryCode ?? "").isEmpty && !($0.key.country ?? "").isEmpty && $0.hits > 0
    }
    if !hasNameAlone { return }
    for cell in cells where cell.hits > 0 && !(cell.key.countryCode ?? "").isEmpty {
      guard let name = cell.key.country, !name.isEmpty, let key = key(of: cell.key) else {
        continue
      }
      let known = names[Spelling(name), default: key]
      names[Spelling(name)] = .some(known == key ? key : nil)
    }
  }

  /// The country that a cell names.
  mutating func key(of cell: TallyCell.Key) -> CountryKey? {
    guard let code = cell.countryCode, !code.isEmpty else {
      guard let key = CountryKey(code: nil, name: cell.country) else { return nil }
      if !names.isEmpty, case .name(let name) = key, let coded = names[name] ?? nil { return coded }
      return key
    }
    if let key = codes[code] { return key }
    let key = CountryKey(code: code, name: nil)
    codes[code] = key
    return key
  }
}
