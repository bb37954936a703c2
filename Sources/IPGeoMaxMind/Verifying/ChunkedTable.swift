/// A table of zeros of any length, which takes memory only where something else was written.
struct ChunkedTable<Element: FixedWidthInteger> {
  private static var chunk: Int { 1 << 16 }
  private var chunks: [[Element]]

  init(count: Int) {
    chunks = Array(repeating: [], count: count / Self.chunk + 1)
  }

  /// Zero for what was never written.
  subscript(place: Int) -> Element {
    get {
      let chunk = chunks[place / Self.chunk]
      return chunk.isEmpty ? 0 : chunk[place % Self.chunk]
    }
    set {
      let number = place / Self.chunk
      if chunks[number].isEmpty {
        chunks[number] = Array(repeating: 0, count: Self.chunk)
      }
      chunks[number][place % Self.chunk] = newValue
    }
  }

  /// Calls `body` with the place of each chunk that something was written to.
  func forEachChunk<Failure: Error>(
    _ body: (_ start: Int, _ chunk: [Element]) throws(Failure) -> Void
  ) throws(Failure) {
    for (number, chunk) in chunks.enumerated() where !chunk.isEmpty {
      try body(number * Self.chunk, chunk)
    }
  }
}
