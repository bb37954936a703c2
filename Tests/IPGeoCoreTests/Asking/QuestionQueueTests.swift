import IPGeoAddresses
import IPGeoCore
import Testing

@Suite struct QuestionQueueTests {
  private func questions(_ tags: Range<UInt32>) -> [Question] {
    tags.map { Question(tag: $0, address: IPAddress(ipv4: 0x0808_0000 + $0)) }
  }

  @Test func `questions leave in the order they came`() {
    let queue = QuestionQueue()
    queue.add(questions(0..<3))
    queue.add(questions(3..<5))
    #expect(queue.take(2).map(\.tag) == [0, 1])
    #expect(queue.take(.max).map(\.tag) == [2, 3, 4])
    #expect(queue.take(1).isEmpty)
    #expect(queue.take(-1).isEmpty)
  }

  @Test func `release covers what waits at that moment`() {
    let queue = QuestionQueue()
    queue.add(questions(0..<5))
    #expect(queue.level.released == 0)
    queue.release()
    queue.add(questions(5..<8))
    #expect(queue.level.waiting == 8)
    #expect(queue.level.released == 5)
    _ = queue.take(3)
    #expect(queue.level.released == 2)
    _ = queue.take(4)
    #expect(queue.level.waiting == 1)
    #expect(queue.level.released == 0)
  }

  @Test func `finishing releases all`() {
    let queue = QuestionQueue()
    queue.add(questions(0..<2))
    queue.finish()
    #expect(queue.level.isFinished)
    #expect(queue.level.released == 2)
  }

  @Test func `the first closing wins`() {
    let queue = QuestionQueue()
    queue.close(with: Failure(.budget, message: "first"))
    queue.close(with: Failure(.interrupted, message: "second"))
    #expect(queue.level.closing?.reason == .budget)
  }

  @Test func `the observer hears of every change by the adding side and of no taking`() {
    let queue = QuestionQueue()
    let calls = Counter()
    queue.observe { calls.add() }
    #expect(calls.value == 1)
    queue.add(questions(0..<1))
    queue.add([])
    queue.release()
    queue.close(with: Failure(.budget, message: "over"))
    queue.finish()
    _ = queue.take(1)
    #expect(calls.value == 5)
  }

  @Test func `long use keeps the order across its own tidying`() {
    let queue = QuestionQueue()
    var next: UInt32 = 0
    var expected: UInt32 = 0
    for round in 0..<200 {
      queue.add(questions(next..<(next + 100)))
      next += 100
      for question in queue.take(round % 2 == 0 ? 40 : 150) {
        #expect(question.tag == expected)
        expected += 1
      }
    }
    #expect(queue.level.waiting == Int(next - expected))
  }
}
