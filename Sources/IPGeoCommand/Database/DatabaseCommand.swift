internal import IPGeoMaxMind

/// `ipgeo database`: from checked options to an ending.
///
/// Signals have their default actions: nothing is written but what is shown.
struct DatabaseCommand: Sendable {
  let options: DatabaseOptions
  let environment: [String: String]
  let diagnostics: Diagnostics

  /// Looks at each file; one that is wrong is told of, and the others are done.
  func run() -> RunEnding {
    var endings: [RunEnding] = []
    for (number, path) in options.files.enumerated() {
      let text: String
      do throws(MaxMindError) {
        let reader = try MaxMindReader(path: path)
        text = options.verifies ? try verified(reader) : try described(reader, isFirst: number == 0)
      } catch {
        let fault = CommandFault(error)
        diagnostics.error(fault.message)
        endings.append(.code(fault.code))
        continue
      }
      let ending = ProgramStart.show(text, 1, diagnostics)
      endings.append(ending)
      if ending != .code(.done) { break }
    }
    return ExitCode.first(of: endings)
  }

  private func verified(_ reader: MaxMindReader) throws(MaxMindError) -> String {
    let report = VerificationReport(
      path: reader.path, type: reader.metadata.databaseType, verification: try reader.verify())
    return options.format == .json ? report.json : report.text(isUnicode: isUnicode)
  }

  private func described(
    _ reader: MaxMindReader, isFirst: Bool
  ) throws(MaxMindError) -> String {
    let report = DatabaseReport(
      path: reader.path, size: reader.fileSize, metadata: reader.metadata,
      survey: try reader.survey())
    if options.format == .json { return report.json }
    return (isFirst ? "" : "\n") + report.text(isUnicode: isUnicode)
  }

  private var isUnicode: Bool { Terminal.isUnicode(environment) }
}
