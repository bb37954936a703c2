internal import IPGeoByteStreams
internal import IPGeoEnrichment
internal import IPGeoMaps
internal import IPGeoRecords
internal import IPGeoSummaries

/// `ipgeo map`: from checked options to an ending.
struct MapCommand: Sendable {
  let options: MapOptions
  let environment: [String: String]
  let diagnostics: Diagnostics

  /// Runs to the end.
  func run() throws(CommandFault) -> RunEnding {
    let output = try WholeOutput(options.output, inputs: options.rows.inputs)
    defer { output.close() }
    let rows = RowsInput(
      options: options.rows, command: MapTable.table.command, diagnostics: diagnostics)
    let tallied = try rows.read(keepsAddresses: options.showsAddresses)
    let picture = MapPicture(
      title: title, cells: tallied.cellsOfAll, shared: tallied.sharedOfAll,
      knowsAddresses: tallied.knowsAddresses)
    let counts = Self.counts(tallied)
    let ending = output.write(
      content(picture, addresses: tallied.knowsAddresses ? tallied.total.addresses : nil),
      diagnostics)
    guard ending == .code(.done) else { return ending }
    if let path = options.output {
      diagnostics.note("\(counts); the map is in \(path)")
    } else if options.format != .text {
      diagnostics.note(counts)
    }
    return ending
  }

  private func content(_ picture: MapPicture, addresses: Int?) -> ByteBuffer {
    var out = ByteBuffer()
    if let format = options.format.file {
      MapFile.append(picture, as: format, withAddresses: options.showsAddresses, to: &out)
      return out
    }
    for line in TerminalMap.lines(of: picture, look: look, addresses: addresses) {
      out.append(line)
      out.append("\n")
    }
    return out
  }

  private var look: TerminalLook {
    let isTerminal = options.output == nil && Terminal.isTerminal(1)
    return TerminalLook(
      columns: Terminal.columns(isTerminal: isTerminal, environment),
      isUnicode: Terminal.isUnicode(environment),
      usesColor: Terminal.usesColor(
        options.rows.color, isTerminal: isTerminal, environment: environment))
  }

  /// How many hits there are, of how many addresses where that is known, and what is not on the map.
  static func counts(_ tallied: Tallied) -> String {
    let (hits, addresses) = (tallied.total.hits, tallied.total.addresses)
    var parts = ["\(hits.groupedDigits) \(hits == 1 ? "hit" : "hits")"]
    if tallied.knowsAddresses {
      parts.append("\(addresses.groupedDigits) \(addresses == 1 ? "address" : "addresses")")
    }
    parts.append("\(tallied.unplaced.groupedDigits) without a position")
    return parts.joined(separator: ", ")
  }

  private var title: String {
    if let title = options.title { return title }
    return MapTitle.of(options.rows.inputs)
  }
}

/// What a map is called where nothing else was said.
enum MapTitle {
  /// The name of the one input, without folders; of several, how many there are.
  static func of(_ inputs: [InputSource]) -> String {
    if inputs.count > 1 { return "\(inputs.count.groupedDigits) inputs" }
    guard case .file(let path)? = inputs.first, let name = path.split(separator: "/").last else {
      return "IP addresses"
    }
    return String(name)
  }
}
