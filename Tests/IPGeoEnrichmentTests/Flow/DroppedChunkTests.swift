import Foundation
import IPGeoByteStreams
import IPGeoRecords
import Testing

@testable import IPGeoEnrichment

/// What the queue does with chunks that can be had again, while the writer waits for an answer.
@Suite struct DroppedChunkTests {
  private let wake: WakeHandle

  init() throws { wake = try WakeHandle() }

  /// The chunks of a file of so many lines, ready for the queue.
  private func chunks(_ file: ScratchFile) throws -> [WorkChunk] {
    var options = ReadingOptions()
    options.chunkSize = 1
    let reader = ChunkReader(source: try ByteSource(path: file.path), options: options)
    var chunks: [WorkChunk] = []
    while case .chunk(let chunk) = try reader.next(idle: {}) {
      chunks.append(
        WorkChunk(
          chunk: chunk, numbers: Array(repeating: RecordNumber(0), count: chunk.records.count),
          file: InputName("a")))
    }
    return chunks
  }

  private func file() throws -> ScratchFile {
    try ScratchFile((0..<60_000).map { "8.8.\($0 / 250).\($0 % 250)\n" }.joined())
  }

  private func taken(_ queue: ChunkQueue) -> WorkChunk? {
    if case .chunk(let work) = queue.next() { return work }
    return nil
  }

  private func isDropped(_ work: WorkChunk) -> Bool {
    if case .dropped = work.content { return true }
    return false
  }

  @Test func `they are dropped beyond the bound, and come again in order`() throws {
    let file = try file()
    let chunks = try chunks(file)
    #expect(chunks.count > 5)
    let queue = ChunkQueue(bound: 1, writerWake: wake)
    queue.writerWantsAnswer(true)
    for work in chunks { #expect(queue.put(work) { Issue.record("blocked") }) }
    for (number, work) in chunks.enumerated() {
      let next = try #require(taken(queue))
      #expect(isDropped(next) == (number > 0))
      let again = try #require(try next.chunk())
      guard case .here(let chunk) = work.content else { continue }
      #expect(again.records == chunk.records && again.firstLine == chunk.firstLine)
      #expect(next.numbers == work.numbers)
      queue.done(next)
    }
    // All was given back: the next one is let in as it is.
    #expect(queue.put(chunks[0]) { Issue.record("blocked") })
    #expect(!isDropped(try #require(taken(queue))))
  }

  @Test func `what dropped ones still cost is bounded, and given back`() async throws {
    let file = try file()
    let chunks = try chunks(file)
    let queue = ChunkQueue(bound: 1, droppedBound: 1, writerWake: wake)
    queue.writerWantsAnswer(true)
    #expect(queue.put(chunks[0]) { Issue.record("blocked") })
    #expect(queue.put(chunks[1]) { Issue.record("blocked") })
    let blocked = TaskGate()
    async let isTaken = WorkerThread.run { queue.put(chunks[2]) { blocked.open() } }
    await blocked.pass()
    let first = try #require(taken(queue))
    let second = try #require(taken(queue))
    #expect(isDropped(second) && taken(queue) == nil)
    queue.done(second)
    #expect(await isTaken)
    #expect(isDropped(try #require(taken(queue))))
    queue.done(first)
  }

  @Test func `of many files few are kept open`() async throws {
    let queue = ChunkQueue(bound: 1, writerWake: wake)
    queue.writerWantsAnswer(true)
    let chunk = try chunks(try ScratchFile("8.8.8.8\n"))[0]
    let put = Counter()
    let blocked = TaskGate()
    async let isEnded = WorkerThread.run {
      for _ in 0..<1000 where queue.put(chunk, onBlocked: { blocked.open() }) { put.add() }
      return true
    }
    await blocked.pass()
    #expect(put.value > 64 && put.value < 200)
    queue.abandon()
    #expect(await isEnded)
  }

  @Test func `a writer that is merely busy has none dropped, and nothing asked early`() async throws
  {
    let file = try file()
    let chunks = try chunks(file)
    let queue = ChunkQueue(bound: 1, writerWake: wake)
    #expect(queue.put(chunks[0]) {})
    async let isTaken = WorkerThread.run { queue.put(chunks[1]) { Issue.record("blocked") } }
    queue.done(try #require(taken(queue)))
    #expect(await isTaken)
    #expect(!isDropped(try #require(taken(queue))))
  }

  @Test func `a reader that is blocked drops as soon as the writer waits`() async throws {
    let file = try file()
    let chunks = try chunks(file)
    let queue = ChunkQueue(bound: 1, writerWake: wake)
    #expect(queue.put(chunks[0]) {})
    async let isTaken = WorkerThread.run { queue.put(chunks[1]) { Issue.record("blocked") } }
    queue.writerWantsAnswer(true)
    #expect(await isTaken)
    queue.writerWantsAnswer(false)
    _ = taken(queue)
    #expect(isDropped(try #require(taken(queue))))
  }

  @Test func `a writer that waits now and then loses nothing`() async throws {
    let file = try file()
    let chunks = try chunks(file)
    let wake = self.wake
    let queue = ChunkQueue(bound: 1, droppedBound: 40_000, writerWake: wake)
    async let isPut = WorkerThread.run {
      for round in 0..<40 {
        for work in chunks where !queue.put(work, onBlocked: {}) { return round < 0 }
      }
      queue.finish()
      return true
    }
    async let seen = WorkerThread.run {
      var seen: [Int] = []
      let sink = ByteSink(descriptor: -1, name: "", closeOnEnd: false)
      while true {
        switch queue.next() {
        case .chunk(let work):
          queue.writerWantsAnswer(seen.count.isMultiple(of: 3))
          seen.append((try? work.chunk())?.firstLine ?? -1)
          queue.writerWantsAnswer(false)
          queue.done(work)
        case .nothingYet:
          _ = sink.wait(wake, milliseconds: -1)
          wake.clear()
        case .end: return seen
        }
      }
    }
    #expect(await isPut)
    let lines = chunks.map { work in
      if case .here(let chunk) = work.content { chunk.firstLine } else { -1 }
    }
    #expect(await seen == Array(repeating: lines, count: 40).flatMap { $0 })
  }

  @Test func `a file that another took the place of is still there`() throws {
    let file = try file()
    let dropped = try #require(try chunks(file)[1].dropped)
    try Data("8.8.8.8\n".utf8).write(to: URL(fileURLWithPath: file.path), options: .atomic)
    #expect(try dropped.chunk()?.records.count == dropped.numbers.count)
  }

  @Test func `a file that was emptied is an error`() throws {
    let file = try file()
    let dropped = try #require(try chunks(file)[1].dropped)
    #expect(try dropped.chunk()?.records.count == dropped.numbers.count)
    _ = try file.sink()
    do throws(InputError) {
      _ = try dropped.chunk()
      Issue.record("it was had again")
    } catch {
      guard case .changed = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
