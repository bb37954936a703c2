import Foundation
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

@testable import IPGeoSummaries

/// What some inputs came to when they were read for their rows.
struct ReadRows {
  var tallied: Tallied
  var report: RowsReport

  init(
    _ texts: String..., choice: FieldSetChoice = FieldSetChoice(), keepsAddresses: Bool = false,
    maximumLine: Int = 1 << 20
  ) throws {
    self = try ReadRows(
      bytes: texts.map { Array($0.utf8) }, choice: choice, keepsAddresses: keepsAddresses,
      maximumLine: maximumLine)
  }

  init(
    bytes inputs: [[UInt8]], choice: FieldSetChoice = FieldSetChoice(),
    keepsAddresses: Bool = false, maximumLine: Int = 1 << 20
  ) throws {
    var reading = RowsReading(choice, keepsAddresses: keepsAddresses)
    for (number, input) in inputs.enumerated() {
      let file = FileManager.default.temporaryDirectory.appending(path: "ipgeo-rows-\(UUID())")
      try Data(input).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      try reading.read(
        try ByteSource(path: file.path), name: "input \(number + 1)", maximumLine: maximumLine)
    }
    report = reading.report
    tallied = reading.finish()
  }

  /// The hits of each country's name.
  var countries: [String?: UInt64] {
    tallied.cells.reduce(into: [:]) { $0[$1.key.country, default: 0] += $1.hits }
  }

  /// The latitudes of the cells that have a position, in order.
  var latitudes: [Double] { tallied.cells.compactMap { $0.key.position?.latitude }.sorted() }
}

/// The fault of inputs that are not read as rows.
func rowsFault(_ text: String, choice: FieldSetChoice = FieldSetChoice()) -> RowsFault? {
  do {
    _ = try ReadRows(text, choice: choice)
    return nil
  } catch InputError.layout(.rows(let fault)) {
    return fault
  } catch {
    return nil
  }
}
