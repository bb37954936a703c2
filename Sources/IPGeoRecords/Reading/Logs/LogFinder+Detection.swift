internal import IPGeoCore

extension LogFinder {
  /// Tells whether the first lines of a text are an access log's, or takes them as such when told.
  ///
  /// Most of them must name a client; broken ones do not matter.
  /// - Throws: Where `--ip-field` names a field that no line names.
  static func recognized(
    in head: UnsafeRawBufferPointer, isWhole: Bool, _ options: ReadingOptions
  ) throws(LayoutError) -> LogFinder? {
    let field = wantedField(options.addressField)
    var survey = LogSurvey(options.client)
    survey.look(at: head, isWhole: isWhole, wanted: field ?? .client)
    guard options.format == .log || survey.isLog else { return nil }
    guard let field else {
      throw .noSuchField(name: options.addressField ?? "", fields: survey.numbers)
    }
    if case .name(let name) = field {
      guard survey.isW3C else { throw .noSuchField(name: name, fields: survey.numbers) }
      if let fields = survey.fields, fields.client == nil {
        let names = fields.names.map { String(decoding: $0, as: UTF8.self) }
        throw .noSuchField(name: name, fields: names)
      }
    }
    return LogFinder(
      detail: detail(survey, field), field: field, rule: options.client,
      isW3C: survey.startsAsW3C)
  }

  /// Which field is meant; `nil` for a number that no field has.
  private static func wantedField(_ text: String?) -> Field? {
    guard let text else { return .client }
    guard !text.isEmpty, text.utf8.allSatisfy(LogWords.isDigit) else { return .name(text) }
    guard let number = Int(text), number > 0 else { return nil }
    return .number(number)
  }

  private static func detail(_ survey: LogSurvey, _ field: Field) -> String? {
    switch field {
    case .client: survey.isW3C ? "W3C" : survey.commonest?.rawValue
    case .number(let number): survey.isW3C ? "W3C, field \(number)" : "field \(number)"
    case .name(let name): "W3C, field \(VisibleText.escape(name, limit: 40))"
    }
  }
}

/// What the first lines of a text have in common.
private struct LogSurvey {
  private let rule: ClientRule
  private var shapes: [LogShape: Int] = [:]
  private var others = 0
  private var hasDirectives = false
  /// Whether the very first line is one that only W3C logs have.
  private(set) var startsAsW3C = false
  private var widest = 0
  private(set) var fields: W3CFields?

  init(_ rule: ClientRule) { self.rule = rule }

  /// Whether `#Fields:` was seen before any other line, or only lines that go before it.
  var isW3C: Bool { fields != nil || hasDirectives && others == 0 && shapes.isEmpty }
  /// Whether most lines name a client, or `#Fields:` tells where they do.
  var isLog: Bool { isW3C || shapes.values.reduce(0, +) > others }
  /// The commonest shape; of equals the first by name.
  var commonest: LogShape? {
    shapes.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
  }
  /// The numbers that fields have where nothing names them.
  var numbers: [String] { (0..<widest).map { "\($0 + 1)" } }

  mutating func look(
    at head: UnsafeRawBufferPointer, isWhole: Bool, wanted: LogFinder.Field
  ) {
    // The last line may be cut; alone it still tells more than nothing.
    let whole = isWhole ? head.count : LineCutter.lastStart(in: head, 0..<head.count) ?? 0
    look(at: 0..<whole, of: head, wanted)
    if others == 0, shapes.isEmpty, fields == nil { look(at: whole..<head.count, of: head, wanted) }
  }

  private mutating func look(
    at lines: Range<Int>, of head: UnsafeRawBufferPointer, _ wanted: LogFinder.Field
  ) {
    var cutter = LineCutter(head, lines)
    while let line = cutter.next() {
      let start = line.first { head[$0] != 0 && !LogWords.isBlank(head[$0]) }
      guard let start else { continue }
      let line = start..<line.upperBound
      let text = UnsafeRawBufferPointer(rebasing: head[line])
      let isFirst = others == 0 && shapes.isEmpty && fields == nil && !hasDirectives
      if let named = W3CFields(text, wanted: wanted), named.isLog {
        startsAsW3C = startsAsW3C || isFirst
        fields = fields ?? named
      } else if W3CFields.isDirective(text) {
        startsAsW3C = startsAsW3C || isFirst
        hasDirectives = true
      } else if fields == nil {
        take(line, in: head)
      }
    }
  }

  private mutating func take(_ line: Range<Int>, in head: UnsafeRawBufferPointer) {
    var words = LogWords(head, line)
    var count = 0
    while words.next() != nil { count += 1 }
    widest = max(widest, count)
    guard let found = LogLine.read(line, in: head, rule), namesClient(found.client, in: head) else {
      others += 1
      return
    }
    shapes[found.shape ?? LogShape.ofRest(head, found.rest), default: 0] += 1
  }

  /// Whether a field holds what servers write for a client: an address, a name, or a placeholder.
  private func namesClient(_ field: Range<Int>, in head: UnsafeRawBufferPointer) -> Bool {
    let text = UnsafeRawBufferPointer(rebasing: head[field])
    if text.count == 1, text[0] == UInt8(ascii: "-") { return true }
    switch rule.client(in: text).result {
    case .address, .invalid(.hostname), .invalid(.noAddress): return true
    case .invalid: return false
    }
  }
}
