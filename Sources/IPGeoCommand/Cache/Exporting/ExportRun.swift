internal import IPGeoByteStreams
internal import IPGeoStore

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Writes all answers of a store as JSON lines, page by page.
struct ExportRun {
  let path: String
  /// nil is standard output.
  let output: String?
  let diagnostics: Diagnostics

  /// How an export went.
  private enum End {
    case whole(count: Int)
    case broken(SystemError)
  }

  /// Runs to the end.
  func run() throws(CommandFault) -> RunEnding {
    if let output, StoreFiles.contain(output, store: path) {
      throw CommandFault(
        .usage, "--output \(output) is the store itself, which would be lost: name another file")
    }
    let store = try OpenStore.existing(path, for: .reading, diagnostics)
    if let store, store.wasDamaged { return .code(.badInput) }
    if store == nil { diagnostics.note("there is no store at \(path): nothing to export") }
    let file = try openOutput()
    // A temporary must not stay behind.
    let watch = file.map { file in
      SignalWatch { signal, _ in
        ProcessEnd.now(by: signal) { file.abandon(leavingPartial: false) }
      }
    }
    defer { watch?.cancel() }
    let sink = ByteSink(
      descriptor: file?.descriptor ?? 1, name: output ?? "standard output", closeOnEnd: false)
    switch try write(store, to: sink, file) {
    case .whole(let count):
      if store != nil { diagnostics.note("\(CacheCommand.answers(count)) exported") }
      return .code(.done)
    case .broken(let error):
      if error.isBrokenPipe { return .signal(SIGPIPE) }
      diagnostics.error(error.description)
      return .code(.writeFailed)
    }
  }

  private func openOutput() throws(CommandFault) -> ReplacedFile? {
    guard let output else { return nil }
    do throws(SystemError) {
      return try ReplacedFile(path: output)
    } catch {
      throw CommandFault(.cannotCreate, error.description)
    }
  }

  private func write(
    _ store: OpenStore?, to sink: ByteSink, _ file: ReplacedFile?
  ) throws(CommandFault) -> End {
    var count = 0
    var line = ByteBuffer()
    var cursor = store.map { _ in AnswerStore.Cursor() }
    while let store, let here = cursor {
      let page = try store.use { (store) throws(StoreError) in try store.rows(after: here) }
      cursor = page.next
      count += page.rows.count
      do throws(SystemError) {
        for row in page.rows {
          line.removeAll()
          AnswerLine.append(row, to: &line)
          try sink.append(line)
        }
      } catch {
        return .broken(error)
      }
    }
    do throws(SystemError) {
      try sink.flush()
      try file?.commit()
    } catch {
      return .broken(error)
    }
    return .whole(count: count)
  }
}
