internal import IPGeoAPI
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoMaps
internal import IPGeoRecords

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension LookupCommand {
  /// Writes what was found, and decides the ending.
  func finish(_ report: LookupRun.Report, _ map: LookupMapFile?) -> RunEnding {
    var endings = report.results.map(\.ending)
    var out = ByteBuffer(capacity: 8192)
    append(report.results, to: &out)
    endings.append(write(out))
    say(report)
    if case .stopped = report.end { endings.append(.code(.unavailable)) }
    var isOpened = true
    if let map { (endings, isOpened) = finish(map, report.results, endings) }
    let ending = ExitCode.first(of: endings)
    // The answers are worth more than the window.
    return ending == .code(.done) && !isOpened ? .code(.unexpected) : ending
  }

  // MARK: Standard output

  private func append(_ results: [LookupResult], to out: inout ByteBuffer) {
    guard format == .text else {
      return LookupRows.append(
        results, as: format, fields: fields, schema: options.base.wishes.schema,
        source: IPAPIProvider.name, to: &out)
    }
    let look = LookupForm.Look(
      isUnicode: Terminal.isUnicode(environment),
      usesColor: Terminal.usesColor(
        options.base.color, isTerminal: isTerminal, environment: environment))
    let form = LookupForm(
      look: look, fields: options.fields == nil ? nil : fields, now: Clock.wallSeconds(),
      clock: .system, source: IPAPIProvider.name)
    var blocks: [[String]] = []
    // What is no answer is told of on standard error.
    for result in results where result.status != .invalid && result.status != .failed {
      blocks.append(form.lines(result))
    }
    let map = map(results, look)
    if !map.isEmpty { blocks.append(map) }
    for (index, block) in blocks.enumerated() {
      if index > 0 { out.append(0x0A) }
      for line in block {
        out.append(line)
        out.append(0x0A)
      }
    }
  }

  /// A small map: with the form above it, it fits a window of usual height.
  static let mapColumns = 60

  /// The map's lines; none where nothing has a position, or the window is too narrow.
  private func map(_ results: [LookupResult], _ look: LookupForm.Look) -> [String] {
    let columns = min(Terminal.width(1) ?? 80, Self.mapColumns)
    let picture = LookupPicture.picture(results, namesAddresses: true)
    if picture.markers.isEmpty || columns < TerminalMap.narrowest { return [] }
    return TerminalMap.lines(
      of: picture,
      look: TerminalLook(
        columns: columns, isUnicode: look.isUnicode, usesColor: look.usesColor))
  }

  private func write(_ out: borrowing ByteBuffer) -> RunEnding {
    let sink = ByteSink(descriptor: 1, name: "standard output", closeOnEnd: false)
    do throws(SystemError) {
      try sink.append(out)
      try sink.flush()
      return .code(.done)
    } catch {
      if error.isBrokenPipe { return .signal(SIGPIPE) }
      diagnostics.error(error.description)
      return .code(.writeFailed)
    }
  }

  // MARK: Standard error

  /// So many of each reason are told of one by one.
  private static let toldOfEachReason = 3

  private func say(_ report: LookupRun.Report) {
    var told: [String: (count: Int, gravity: Diagnostics.Gravity)] = [:]
    for result in report.results where isTold(result) {
      guard let text = LookupWords.text(result) else { continue }
      let reason = result.facts(source: "").reason
      let count = (told[reason]?.count ?? 0) + 1
      let gravity: Diagnostics.Gravity = result.ending == .code(.done) ? .note : .error
      told[reason] = (count, gravity)
      if count <= Self.toldOfEachReason {
        diagnostics.say(Self.shown(Self.named(text, result), environment), as: gravity)
      }
    }
    for (reason, told) in told.sorted(by: { $0.key < $1.key }) {
      let more = told.count - Self.toldOfEachReason
      if more > 0 {
        diagnostics.say("\(reason): and \(more.groupedDigits) more like it", as: told.gravity)
      }
    }
    if case .stopped = report.end { diagnostics.error("stopped asking; run it again later") }
    if report.results.isEmpty { diagnostics.error("no addresses in the input: nothing to do") }
  }

  /// Whether it must be said beside the rows: they show nothing else of it, or nobody sees them.
  private func isTold(_ result: LookupResult) -> Bool {
    switch result.status {
    case .invalid, .failed: true
    case .special, .unknown: format == .value
    case .located: false
    }
  }

  /// The sentence, with what it is about in front, where it does not name it itself.
  private static func named(_ text: String, _ result: LookupResult) -> String {
    let place = result.item.line > 0 ? "standard input:\(result.item.line): " : ""
    if result.status == .invalid { return place + text }
    let spelling = String(decoding: result.item.text, as: UTF8.self)
    let name = result.item.name ?? (spelling.isEmpty ? "your own address" : spelling)
    return "\(place)\(name): \(text)"
  }

  // MARK: The map's file

  private func finish(
    _ map: LookupMapFile, _ results: [LookupResult], _ endings: [RunEnding]
  ) -> (endings: [RunEnding], isOpened: Bool) {
    let picture = LookupPicture.picture(results, namesAddresses: options.showsAddresses)
    if picture.markers.isEmpty {
      // What an earlier run left there is worth more than an empty map.
      map.abandon()
      let consequence = options.map == nil ? "" : "; \(map.path) is not written"
      let note = "nothing has a position: there is nothing to see on a map\(consequence)"
      diagnostics.note(Self.shown(note, environment))
      return (endings, true)
    }
    do throws(SystemError) {
      try map.write(picture, withAddresses: options.showsAddresses)
    } catch {
      map.abandon()
      diagnostics.error(Self.shown(error.description, environment))
      return (endings + [.code(.writeFailed)], true)
    }
    guard options.opensMap else { return (endings, true) }
    guard let fault = MapOpener.open(map.path) else { return (endings, true) }
    diagnostics.error(Self.shown(fault, environment))
    return (endings, false)
  }
}
