import IPGeoByteStreams
import IPGeoRecords

/// An input that was opened and judged, before any is read.
struct PreparedInput {
  var source: InputSource
  var name: InputName
  /// The reader, with the input's first bytes in it; `nil` for a file that is opened anew at its
  /// turn, so that any number of files can be given.
  var reader: ChunkReader?
  /// How it is laid out; `nil` where it holds nothing.
  var layout: InputLayout?
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
  ///   - keepsOpen: Whether its reader is kept even where it can be had again.
  /// - Returns: `nil` where the run is to end first.
  /// - Throws: Where it cannot be read, or its records cannot be told.
  func prepare(_ source: InputSource, keepsOpen: Bool) throws(InputError) -> PreparedInput? {
    let reader = try open(source)
    while try !reader.prepare() {
      if control.isReadingStopped { return nil }
    }
    var input = PreparedInput(source: source, name: InputName(source.name), reader: reader)
    input.layout = reader.isEmpty ? nil : reader.layout
    if !keepsOpen, reader.readsRegularFile, source != .standardInput { input.reader = nil }
    return input
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
