import IPGeoByteStreams
import IPGeoRecords
import Testing

@testable import IPGeoEnrichment

@Suite struct ChunkQueueTests {
  private let wake: WakeHandle

  init() throws { wake = try WakeHandle() }

  private func isEnd(_ next: ChunkQueue.Next) -> Bool {
    if case .end = next { return true }
    return false
  }

  private func isNothingYet(_ next: ChunkQueue.Next) -> Bool {
    if case .nothingYet = next { return true }
    return false
  }

  @Test func `chunks come out in the order they went in, then the end`() {
    let queue = ChunkQueue(bound: .max, writerWake: wake)
    #expect(isNothingYet(queue.next()))
    for number in 1...5 { #expect(queue.put(Chunks.work(number)) {}) }
    #expect(wake.isSignalled)
    #expect((1...3).map { _ in Chunks.number(queue.next()) } == [1, 2, 3])
    for number in 6...9 { #expect(queue.put(Chunks.work(number)) {}) }
    queue.finish()
    #expect((4...9).map { _ in Chunks.number(queue.next()) } == [4, 5, 6, 7, 8, 9])
    #expect(isEnd(queue.next()))
    #expect(isEnd(queue.next()))
  }

  @Test func `what is not urgent wakes the writer when some chunks wait`() {
    let queue = ChunkQueue(bound: .max, writerWake: wake)
    for number in 1...3 {
      #expect(queue.put(Chunks.work(number), isUrgent: false) {})
      #expect(!wake.isSignalled)
    }
    #expect(queue.put(Chunks.work(4), isUrgent: false) {})
    #expect(wake.isSignalled)
    wake.clear()
    for number in 1...4 { #expect(Chunks.number(queue.next()) == number) }
    #expect(queue.put(Chunks.work(5), isUrgent: false) {})
    #expect(!wake.isSignalled)
    #expect(queue.put(Chunks.work(6), isUrgent: true) {})
    #expect(wake.isSignalled)
  }

  @Test func `whoever waits for the writer has woken it before`() async {
    let work = Chunks.work(1)
    let queue = ChunkQueue(bound: work.sizeInBytes, writerWake: wake)
    #expect(queue.put(work, isUrgent: false) {})
    #expect(!wake.isSignalled)
    queue.writerWantsAnswer(true)
    let blocked = TaskGate()
    async let isTaken = WorkerThread.run {
      queue.put(Chunks.work(2), isUrgent: false) { blocked.open() }
    }
    await blocked.pass()
    while !wake.isSignalled { await Task.yield() }
    #expect(Chunks.number(queue.next()) == 1)
    queue.done(work)
    #expect(await isTaken)
  }

  @Test func `a writer that waits for an answer is not woken for chunks`() {
    let queue = ChunkQueue(bound: .max, writerWake: wake)
    queue.writerWantsAnswer(true)
    for number in 1...9 { #expect(queue.put(Chunks.work(number), isUrgent: number == 9) {}) }
    #expect(!wake.isSignalled)
    queue.writerWantsAnswer(false)
    for number in 1...9 { #expect(Chunks.number(queue.next()) == number) }
    #expect(queue.put(Chunks.work(10)) {})
    #expect(wake.isSignalled)
  }

  @Test func `while the writer waits for an answer, a full queue is told of before it blocks`() {
    let work = Chunks.work(1)
    let queue = ChunkQueue(bound: work.sizeInBytes, writerWake: wake)
    #expect(queue.put(work) {})
    queue.writerWantsAnswer(true)
    // The answer was merely not looked up yet: once it is, the writer makes room.
    let isTaken = queue.put(Chunks.work(2)) {
      #expect(Chunks.number(queue.next()) == 1)
      queue.done(work)
    } onBlocked: {
      Issue.record("blocked")
    }
    #expect(isTaken)
    #expect(Chunks.number(queue.next()) == 2)
  }

  @Test func `one chunk is let in however great it is`() {
    let queue = ChunkQueue(bound: 0, writerWake: wake)
    #expect(queue.put(Chunks.work(1)) { Issue.record("blocked") })
  }

  @Test func `chunks are counted until the writer is done with them`() async {
    let work = Chunks.work(1)
    let queue = ChunkQueue(bound: 2 * work.sizeInBytes, writerWake: wake)
    queue.writerWantsAnswer(true)
    let blocked = TaskGate()
    let count = Counter()
    async let isTaken = WorkerThread.run {
      (1...3).map { number in
        queue.put(Chunks.work(number)) {
          count.add()
          blocked.open()
        }
      }
    }
    await blocked.pass()
    #expect(Chunks.number(queue.next()) == 1)
    #expect(Chunks.number(queue.next()) == 2)
    // Two are taken but not done with: the third is still outside.
    #expect(isNothingYet(queue.next()))
    queue.done(work)
    queue.done(work)
    #expect(await isTaken == [true, true, true])
    #expect(count.value == 1)
    #expect(Chunks.number(queue.next()) == 3)
  }

  @Test func `blocked is told once for a chunk, however often it is tried`() async {
    let work = Chunks.work(1)
    let queue = ChunkQueue(bound: 3 * work.sizeInBytes, writerWake: wake)
    for number in 1...3 { #expect(queue.put(Chunks.work(number)) {}) }
    queue.writerWantsAnswer(true)
    let blocked = TaskGate()
    let count = Counter()
    async let isTaken = WorkerThread.run {
      queue.put(Chunks.work(4, bytes: 3000)) {
        count.add()
        blocked.open()
      }
    }
    await blocked.pass()
    for _ in 1...3 { queue.done(work) }
    #expect(await isTaken)
    #expect(count.value == 1)
  }

  @Test func `a blocked reader is let on when the writer gives up`() async {
    let queue = ChunkQueue(bound: 1, writerWake: wake)
    #expect(queue.put(Chunks.work(1)) {})
    queue.writerWantsAnswer(true)
    let blocked = TaskGate()
    async let isTaken = WorkerThread.run { queue.put(Chunks.work(2)) { blocked.open() } }
    await blocked.pass()
    queue.abandon()
    #expect(await !isTaken)
    #expect(!queue.put(Chunks.work(3)) { Issue.record("blocked") })
    #expect(isNothingYet(queue.next()))
  }

  @Test func `two threads, a bound of one chunk: all arrive, in order`() async throws {
    let wake = self.wake
    let queue = ChunkQueue(bound: 1, writerWake: wake)
    let count = 3000
    async let isPut = WorkerThread.run {
      for number in 1...count where !queue.put(Chunks.work(number), onBlocked: {}) { return false }
      queue.finish()
      return true
    }
    async let seen = WorkerThread.run {
      var seen: [Int] = []
      let sink = ByteSink(descriptor: -1, name: "", closeOnEnd: false)
      while true {
        switch queue.next() {
        case .chunk(let work):
          if case .here(let chunk) = work.content { seen.append(chunk.firstLine) }
          queue.done(work)
        case .nothingYet:
          _ = sink.wait(wake, milliseconds: -1)
          wake.clear()
        case .end: return seen
        }
      }
    }
    #expect(await isPut)
    #expect(await seen == Array(1...count))
  }
}
