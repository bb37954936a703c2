internal import IPGeoAddresses
internal import IPGeoCore

/// Finds lines and looks into none: each that is not blank is a record of reason `no-address`.
///
/// Comments are lines like any other, and a line's outer blanks belong to it.
struct WholeLineFinder: RecordFinder {
  // Nobody is told: what reads whole lines knows their format.
  var layout: InputLayout { InputLayout(format: .list) }

  func find(
    in bytes: UnsafeRawBufferPointer, lines: Range<Int>, mayGoOn: Bool, into found: inout Findings
  ) -> Int {
    var cutter = LineCutter(bytes, lines)
    while let line = cutter.next().map({ Hole.text(of: $0, in: bytes) }) {
      if line.count > found.maximumLine {
        found.addLongLine(line, in: bytes)
      } else if AddressToken.trimmed(UnsafeRawBufferPointer(rebasing: bytes[line])).isEmpty {
        found.blankLines += 1
      } else {
        found.records.append(
          FoundRecord(invalid: .noAddress, text: line.short, lineOffset: found.lines))
      }
      found.lines &+= 1
    }
    return lines.upperBound
  }

  func isSkipped(_ start: UnsafeRawBufferPointer) -> Bool { false }
}
