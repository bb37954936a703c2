extension RecordCursor {
  /// The members of a map, in the order of the file; none of anything else.
  public var members: Members { Members(self) }

  /// The elements of an array, in order; none of anything else.
  public var elements: Elements { Elements(self) }

  /// One pass over a map.
  ///
  /// ```swift
  /// var members = record.members
  /// while let (key, value) = try members.next() { … }
  /// ```
  public struct Members {
    private let map: RecordCursor
    private var place: Int
    private var left: Int
    /// How many values were passed over to find the next ones.
    private(set) var passed = 0

    init(_ cursor: RecordCursor) {
      map = cursor
      place = cursor.place
      left = cursor.type == .map ? cursor.count : 0
    }

    /// The next key, which is not checked to be UTF-8, and its value; `nil` behind the last.
    /// - Returns: Both, where they lie.
    /// - Throws: Where one cannot be read, or the key is no text.
    public mutating func next() throws(MaxMindFault) -> (
      key: UnsafeRawBufferPointer, value: RecordCursor
    )? {
      guard left > 0 else { return nil }
      left &-= 1
      let (key, end) = try map.key(at: place)
      let value = try RecordCursor(map.section, at: end, depth: map.depth &+ 1)
      // Behind the last one nothing has to be found.
      if left > 0 { place = try map.section.end(ofValueAt: end, &passed) }
      return (key, value)
    }
  }

  /// One pass over an array.
  public struct Elements {
    private let array: RecordCursor
    private var place: Int
    private var left: Int
    /// How many values were passed over to find the next ones.
    private(set) var passed = 0

    init(_ cursor: RecordCursor) {
      array = cursor
      place = cursor.place
      left = cursor.type == .array ? cursor.count : 0
    }

    /// How many elements are left.
    public var count: Int { left }

    /// The next element; `nil` behind the last.
    /// - Returns: The element, where it lies.
    /// - Throws: Where it cannot be read.
    public mutating func next() throws(MaxMindFault) -> RecordCursor? {
      guard left > 0 else { return nil }
      left &-= 1
      let value = try RecordCursor(array.section, at: place, depth: array.depth &+ 1)
      if left > 0 { place = try array.section.end(ofValueAt: place, &passed) }
      return value
    }
  }
}
