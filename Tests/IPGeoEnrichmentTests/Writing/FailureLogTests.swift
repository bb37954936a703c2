import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoEnrichment

@Suite struct FailureLogTests {
  private let file: ScratchFile

  init() throws { file = try ScratchFile() }

  private func place(_ line: Int, _ name: String = "a.txt") -> RecordPlace {
    RecordPlace(file: InputName(name), line: line)
  }

  private func bytes(_ text: String, _ body: (UnsafeRawBufferPointer) -> Void) {
    Array(text.utf8).withUnsafeBytes(body)
  }

  private func finish(_ log: FailureLog, failing: Set<UInt32>) {
    log.finish(
      address: { IPAddress(ipv4: 0x0808_0800 + $0) }, records: { Int($0) + 1 },
      outcome: { number in
        let failure = Failure(.timeout, message: "late \(number)", attempts: 4)
        return failing.contains(number) ? .failed(failure) : .unknown(.noData)
      })
  }

  @Test func `invalid records come first and as they are, failed addresses by first sight`() throws
  {
    let log = FailureLog(sink: try file.sink(), now: { 0 })
    for (number, line) in [(2, 30), (1, 20)] as [(UInt32, Int)] {
      let address = IPAddress(ipv4: 0x0808_0800 + number)
      bytes(number == 1 ? "8.8.8.1:80" : "8.8.8.2") {
        log.failed(number, address, spelling: $0, place: place(line, "b.txt"))
      }
    }
    bytes("no address") { log.invalid($0, reason: .notAnAddress, place: place(3)) }
    finish(log, failing: [1, 2])
    #expect(log.error == nil)
    let lines = file.lines
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix(#"{"ip":null,"text":"no address","status":"invalid","#))
    #expect(
      lines[0].hasSuffix(#""records":1,"file":"a.txt","line":3,"at":"1970-01-01T00:00:00Z"}"#))
    #expect(lines[1].hasPrefix(#"{"ip":"8.8.8.1","text":"8.8.8.1:80","status":"failed","#))
    #expect(lines[1].contains(#""message":"late 1","retryable":true,"attempts":4,"#))
    #expect(lines[1].contains(#""records":2,"file":"b.txt","line":20,"#))
    #expect(lines[2].hasPrefix(#"{"ip":"8.8.8.2","text":"8.8.8.2","#))
    #expect(lines[2].contains(#""records":3,"file":"b.txt","line":30,"#))
  }

  @Test func `an address that is no failure in the end has no record`() throws {
    let log = FailureLog(sink: try file.sink())
    bytes("8.8.8.8") { log.failed(0, IPAddress(ipv4: 0), spelling: $0, place: place(1)) }
    finish(log, failing: [])
    #expect(file.text == "")
  }

  @Test func `the first error is kept and nothing more is tried`() throws {
    let log = FailureLog(sink: ByteSink(descriptor: -1, name: "f", closeOnEnd: false, capacity: 1))
    bytes("x") { log.invalid($0, reason: .notAnAddress, place: place(1)) }
    let first = try #require(log.error)
    #expect(first.operation == "write")
    bytes("y") { log.invalid($0, reason: .notAnAddress, place: place(2)) }
    finish(log, failing: [1])
    #expect(log.error == first)
  }
}
