import IPGeoByteStreams
import IPGeoRecords

/// An input that was opened and judged, before any is read.
struct PreparedInput {
  var source: InputSource
  var name: InputName
  /// The reader, with the input's first bytes in it; `nil` for a file that is opened anew at its
  /// turn, so that any number of files can be given.
  var reader: ChunkReader?
  /// How it is laid out; `nil` where it holds nothing, or is not known yet.
  var layout: InputLayout?
  /// Whether it is known when its turn comes: its source pauses, perhaps until then.
  var isDeferred = false
  /// Which of the run's row forms is its.
  var form = 0
}

/// Opens and judges inputs.
struct InputPreparation {
  let options: ReadingOptions
  let control: RunControl

  /// A reader of an input that nothing is read of yet.
  func open(_ source: InputSource) throws(InputError) -> ChunkReader {
    ChunkReader(source: try bytes(of: source), options: options, wake: control.readerWake)
  }

  /// Judges an input by its first bytes.
  /// - Parameters:
  ///   - source: The input.
  ///   - isFirst: Whether none before it is known: it is waited for, and kept open even where it can
  ///     be had again.
  /// - Returns: `nil` where the run is to end first.
  /// - Throws: Where it cannot be read, or its records cannot be told.
  func prepare(_ source: InputSource, isFirst: Bool) throws(InputError) -> PreparedInput? {
    let reader = try open(source)
    var input = PreparedInput(source: source, name: InputName(source.name), reader: reader)
    // Whoever fills one pipe after the other would wait for us while we wait for the second one.
    input.isDeferred = try !judge(reader, waits: isFirst)
    if control.isReadingStopped { return nil }
    input.layout = reader.isEmpty ? nil : reader.layout
    if !isFirst || input.layout == nil, reader.readsRegularFile, source != .standardInput {
      input.reader = nil
    }
    return input
  }

  /// Reads on until it is known what an input is.
  /// - Parameters:
  ///   - reader: The input's.
  ///   - waits: Whether to wait for a source that pauses.
  /// - Returns: Whether it is known; not so where the run is to end first.
  /// - Throws: Where it cannot be read, or its records cannot be told.
  func judge(_ reader: ChunkReader, waits: Bool = true) throws(InputError) -> Bool {
    while !control.isReadingStopped {
      switch try reader.prepare(waits: waits) {
      case .ready: return true
      case .pausing: return false
      case .woken: continue
      }
    }
    return false
  }

  private func bytes(of source: InputSource) throws(InputError) -> ByteSource {
    switch source {
    case .standardInput: return ByteSource(descriptor: 0, name: source.name)
    case .file(let path):
      do throws(SystemError) {
        return try ByteSource(path: path)
      } catch {
        throw .system(error)
      }
    }
  }
}
