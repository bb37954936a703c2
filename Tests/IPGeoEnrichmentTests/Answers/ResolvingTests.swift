import Dispatch
import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import Synchronization
import Testing

@testable import IPGeoEnrichment

/// Knows the even addresses; its first look-up waits until it is let on.
private final class SlowMemory: AnswerMemory {
  let givesStale = false
  let lookedUp = Collected<[IPAddress]>()
  private let entered = DispatchSemaphore(value: 0)
  private let gate = DispatchSemaphore(value: 0)
  private let isOpen: Atomic<Bool>

  init(isOpen: Bool = false) { self.isOpen = Atomic(isOpen) }

  func waitUntilEntered() async { await WorkerThread.run { [entered] in entered.wait() } }
  func open() { gate.signal() }

  func known(among addresses: [IPAddress], each: (Int, Outcome, Int64) -> Void) {
    lookedUp.append(addresses)
    if !isOpen.exchange(true, ordering: .sequentiallyConsistent) {
      entered.signal()
      gate.wait()
    }
    for (place, address) in addresses.enumerated() where address.low.isMultiple(of: 2) {
      each(place, .unknown(.noData), 1)
    }
  }

  func stale(among addresses: [IPAddress], each: (Int, Outcome, Int64) -> Void) {}
  func keep(_ answers: [AskedAnswer]) {}
}

@Suite(.timeLimit(.minutes(2))) struct ResolvingTests {
  private let board: AnswerBoard
  private let questions = QuestionQueue()

  init() throws {
    board = AnswerBoard(writerWake: try WakeHandle()) { _ in }
    board.register(count: 200_000)
  }

  private func some(_ numbers: Range<UInt32>) -> [Question] {
    numbers.map { Question(tag: $0, address: IPAddress(ipv4: 0x0800_0000 | $0)) }
  }

  private func resolving(_ memory: SlowMemory?) -> Resolving {
    Resolving(memory: memory, board: board, questions: questions)
  }

  @Test func `whoever has many addresses goes on while they are looked up`() async {
    let memory = SlowMemory()
    let resolving = resolving(memory)
    resolving.resolve(some(0..<1000))
    await memory.waitUntilEntered()
    #expect(questions.level.waiting == 0 && board.settled.known == 0)
    memory.open()
    await resolving.settled()
    #expect(questions.level.waiting == 500 && board.settled.known == 500)
    #expect(questions.take(2).map(\.tag) == [1, 3])
  }

  @Test func `what comes meanwhile is looked up together`() async {
    let memory = SlowMemory()
    let resolving = resolving(memory)
    resolving.resolve(some(0..<1000))
    await memory.waitUntilEntered()
    for start in 1...5 { resolving.resolve(some(UInt32(start * 1000)..<UInt32(start * 1000 + 3))) }
    memory.open()
    resolving.wait()
    #expect(memory.lookedUp.values.map(\.count) == [1000, 15])
    #expect(memory.lookedUp.values.last?.first == IPAddress(ipv4: 0x0800_0000 | 1000))
  }

  @Test func `a release comes after all that was asked before it, and before the rest`() async {
    let memory = SlowMemory()
    let resolving = resolving(memory)
    resolving.resolve(some(0..<1000))
    await memory.waitUntilEntered()
    resolving.resolve(some(1000..<1010))
    resolving.release()
    resolving.resolve(some(1010..<1100))
    #expect(questions.level.released == 0)
    memory.open()
    await resolving.settled()
    #expect(memory.lookedUp.values.map(\.count) == [1000, 10, 90])
    #expect(questions.level.waiting == 550 && questions.level.released == 505)
    resolving.finish()
    #expect(questions.level.isFinished && questions.level.released == 550)
  }

  @Test func `the end comes after all that was asked before it`() async {
    let memory = SlowMemory()
    let resolving = resolving(memory)
    resolving.resolve(some(0..<1000))
    await memory.waitUntilEntered()
    resolving.finish()
    #expect(!questions.level.isFinished)
    memory.open()
    await resolving.settled()
    #expect(questions.level.isFinished && questions.level.waiting == 500)
  }

  @Test func `few addresses are looked up at once`() {
    let resolving = resolving(SlowMemory(isOpen: true))
    for start in 0..<3 {
      resolving.resolve(some(UInt32(start * 10)..<UInt32(start * 10 + 10)))
      #expect(board.settled.known == start * 5 + 5)
      #expect(questions.level.waiting == start * 5 + 5 && questions.level.released == start * 5)
      resolving.release()
      #expect(questions.level.released == start * 5 + 5)
    }
  }

  @Test func `without a memory all is asked at once`() {
    let resolving = resolving(nil)
    resolving.resolve(some(0..<1000))
    #expect(questions.level.waiting == 1000 && questions.level.released == 0)
    resolving.release()
    #expect(questions.level.released == 1000)
    resolving.wait()
  }

  @Test func `an interrupted run looks nothing more up, and loses nothing`() async {
    let memory = SlowMemory()
    let resolving = resolving(memory)
    resolving.resolve(some(0..<10_000))
    await memory.waitUntilEntered()
    resolving.resolve(some(10_000..<11_000))
    resolving.close(with: Failure(.interrupted, message: "stopped"))
    resolving.finish()
    memory.open()
    await resolving.settled()
    #expect(memory.lookedUp.values.count == 1)
    #expect(board.settled.known + questions.level.waiting == 11_000)
    #expect(questions.level.isFinished)
  }

  @Test func `whoever is far ahead waits for the look-ups`() {
    let memory = SlowMemory(isOpen: true)
    let resolving = resolving(memory)
    resolving.resolve(some(0..<100_000))
    #expect(memory.lookedUp.values.reduce(0) { $0 + $1.count } == 100_000)
    #expect(board.settled.known + questions.level.waiting == 100_000)
  }
}
