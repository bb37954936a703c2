import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// The layout of a table whose header names these columns, as it stands.
func table(
  _ header: String, delimiter: Character = ",", lineEnd: LineEnd = .feed
) -> TableLayout {
  let bytes = Array(header.utf8)
  let cells = LenientCells(bytes, delimiter: delimiter.asciiValue ?? 0x2C)
  return TableLayout(
    delimiter: delimiter.asciiValue ?? 0x2C, header: bytes, lineEnd: lineEnd,
    names: cells.texts.map { String(decoding: $0, as: UTF8.self) }, addressColumn: 0)
}

/// CSV that takes over the cells of a table as they stand.
func passingCells(_ table: TableLayout, prefix: String = "geo_") -> RowStyle {
  var style = RowStyle.usual(table.delimiter == 0x09 ? .tsv : .csv)
  style.delimiter = table.delimiter
  style.passing = .cells(table)
  style.prefix = prefix
  return style
}

/// JSON lines with an object of ours.
func passingMembers(nest: String = "geo") -> RowStyle {
  var style = RowStyle.usual(.jsonl)
  style.passing = .members
  style.nest = nest
  return style
}

/// A located answer of which the city is known alone.
func cityFacts(_ city: String = "Oslo") -> AnswerFacts {
  var location = Location()
  location.city = city
  return facts(located: location)
}

/// The row of a record with this text, whose address is 8.8.8.8 and whose city is Oslo.
func passedRow(
  _ style: RowStyle, _ whole: [UInt8], fields: [Field] = [.ip, .city],
  passage: Passage = .nothing, lineEnd: LineEnd = .feed, address: String = "8.8.8.8"
) -> [UInt8] {
  var record = TestRecord(address)
  record.whole = whole
  record.lineEnd = lineEnd
  record.passage = passage
  return row(RowRenderer(fields: fields, style: style), record, cityFacts())
}

func passedText(
  _ style: RowStyle, _ whole: String, fields: [Field] = [.ip, .city],
  passage: Passage = .nothing, lineEnd: LineEnd = .feed, address: String = "8.8.8.8"
) -> String {
  String(
    decoding: passedRow(
      style, Array(whole.utf8), fields: fields, passage: passage, lineEnd: lineEnd,
      address: address), as: UTF8.self)
}

func headerText(_ style: RowStyle, fields: [Field] = [.ip, .city]) -> String {
  let renderer = RowRenderer(fields: fields, style: style)
  return String(decoding: appended { renderer.appendHeader(to: &$0) }, as: UTF8.self)
}

/// A second reader of one record's cells, byte by byte, with the leniency of Python's `csv`.
struct LenientCells {
  private(set) var texts: [[UInt8]] = [[]]
  /// Where each cell starts.
  private(set) var starts = [0]
  private(set) var isOpen = false

  init(_ record: [UInt8], delimiter: UInt8) {
    enum State { case start, plain, quoted, afterQuote }
    var state = State.start
    for (index, byte) in record.enumerated() {
      switch state {
      case .start where byte == 0x22:
        state = .quoted
        continue
      case .quoted:
        if byte == 0x22 { state = .afterQuote } else { texts[texts.count - 1].append(byte) }
        continue
      case .afterQuote where byte == 0x22:
        texts[texts.count - 1].append(byte)
        state = .quoted
        continue
      default: break
      }
      if byte == delimiter {
        texts.append([])
        starts.append(index + 1)
        state = .start
      } else {
        texts[texts.count - 1].append(byte)
        state = .plain
      }
    }
    isOpen = state == .quoted
  }

  var passage: Passage { .cells(count: UInt32(texts.count), isOpen: isOpen) }
}

/// Makes records of CSV that people and programs write, and such as they should not.
struct RandomRecords {
  var numbers: SeededNumbers
  let delimiter: UInt8

  mutating func record() -> [UInt8] {
    let count = Int.random(in: 1...6, using: &numbers)
    var record: [UInt8] = []
    for index in 0..<count {
      if index > 0 { record.append(delimiter) }
      record += cell(isLast: index == count - 1)
    }
    return record
  }

  private mutating func cell(isLast: Bool) -> [UInt8] {
    switch Int.random(in: 0..<9, using: &numbers) {
    case 0: return []
    case 1, 2: return quoted() + [0x22]
    case 3: return quoted() + [0x22] + plain().drop { $0 == 0x22 }
    case 4 where isLast: return quoted()
    default:
      let text = plain()
      return text.first == 0x22 ? [0x20] + text : text
    }
  }

  private mutating func quoted() -> [UInt8] {
    var cell: [UInt8] = [0x22]
    for byte in text(Array("ab 1\",;|\t=+-@'\r\n".utf8) + [0xC3, 0xA9, 0xFF]) {
      cell.append(byte)
      if byte == 0x22 { cell.append(byte) }
    }
    return cell
  }

  private mutating func plain() -> [UInt8] {
    text(Array("ab 1\",;|\t=+-@'".utf8) + [0xC3, 0xA9, 0xFF]).filter { $0 != delimiter }
  }

  private mutating func text(_ alphabet: [UInt8]) -> [UInt8] {
    (0..<Int.random(in: 0...7, using: &numbers)).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]
    }
  }
}
