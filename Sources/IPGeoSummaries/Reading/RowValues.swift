internal import IPGeoByteStreams

/// The values of one row, as places in the bytes that it was read from.
struct RowValues: ~Copyable {
  /// Where a value stands.
  private struct Place {
    var start = 0
    var end = 0
    /// Whether it was made, and stands in `made`.
    var isMade = false
  }

  private var places = [Place](repeating: Place(), count: RowColumn.allCases.count)
  /// Whether the words are the service's: `fail`, `AS15169 Google LLC`.
  var areServices = false
  /// Texts without their quotes and escapes.
  var made = ByteBuffer(capacity: 1024)

  /// Forgets the row.
  mutating func removeAll() {
    made.removeAll()
    for index in places.indices { places[index] = Place() }
  }

  @inline(__always)
  mutating func set(_ column: RowColumn, _ range: Range<Int>) {
    places[column.rawValue] = Place(start: range.lowerBound, end: range.upperBound)
  }

  /// Sets a value to what was made since `start`.
  mutating func setMade(_ column: RowColumn, from start: Int) {
    places[column.rawValue] = Place(start: start, end: made.count, isMade: true)
  }

  /// The value of a column, empty where there is none; `bytes` is what the row was read from.
  @inline(__always)
  borrowing func value(
    _ column: RowColumn, in bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let place = places[column.rawValue]
    let all = place.isMade ? made.bytes : bytes
    guard place.start < place.end, place.end <= all.count else { return TallyRow.nothing }
    return UnsafeRawBufferPointer(rebasing: all[place.start..<place.end])
  }
}
