import Testing

@testable import IPGeoTransport

@Suite struct ReplyCollectorTests {
  private func collected(_ lines: [String], bodyLimit: Int = 1000) -> ReplyCollector {
    var collector = ReplyCollector(bodyLimit: bodyLimit, headLimit: 1000)
    for line in lines {
      let isTaken = Array((line + "\r\n").utf8).withUnsafeBytes { collector.takeLine($0) }
      if !isTaken { break }
    }
    return collector
  }

  @Test func `an interim head is replaced by the final one, and a trailer left out`() {
    let collector = collected([
      "HTTP/1.1 103 Early Hints", "Link: a", "", "HTTP/1.1 200 OK", "X-Rl: 4", "", "X-Ttl: 1", "",
    ])
    #expect(collector.status == 200)
    #expect(collector.isHeadComplete)
    #expect(collector.lines == [HTTPReply.HeaderLine(name: "X-Rl", value: "4")])
  }

  @Test func `a head is complete at its empty line only`() {
    #expect(!collected(["HTTP/1.1 200 OK", "X: 1"]).isHeadComplete)
    #expect(!collected(["HTTP/1.1 100 Continue", ""]).isHeadComplete)
    #expect(collected(["HTTP/2 204", ""]).isHeadComplete)
  }

  @Test func `odd lines do not hurt`() {
    let collector = collected([
      "HTTP/1.1 200", " folded before any", "no colon", ": no name", "X:", "Y: a", "\tb", "",
    ])
    #expect(collector.status == 200)
    #expect(collector.lines.map(\.name) == ["", "X", "Y"])
    #expect(collector.lines.map(\.value) == ["no name", "", "a b"])
  }

  @Test(arguments: ["HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 20", "HTTP/1.1 2000 OK", "HTTP/1.1 x"])
  func `a status that is none is 0`(line: String) {
    #expect(collected([line, ""]).status == 0)
    #expect(!collected([line, ""]).isHeadComplete)
  }

  @Test(arguments: [
    ("999999999999999999999999", Int?.some(.max)), ("12", 12), ("-1", nil), ("", nil), ("1 2", nil),
  ])
  func `a declared length is digits`(text: String, length: Int?) {
    #expect(collected(["HTTP/1.1 200 OK", "Content-Length: \(text)"]).declaredLength == length)
  }

  @Test func `a declared length above the limit is refused before the body`() {
    let collector = collected(["HTTP/1.1 200 OK", "Content-Length: 1001", ""])
    #expect(collector.refusal == .bodyTooLarge)
    let chunked = collected([
      "HTTP/1.1 200 OK", "Content-Length: 1001", "Transfer-Encoding: chunked", "",
    ])
    #expect(chunked.refusal == nil)
  }

  @Test func `head and body have limits of their own`() {
    let flood = collected((0..<100).map { "X-\($0): aaaaaaaaaaaaaaaa" })
    #expect(flood.refusal == .headTooLarge)
    var collector = collected(["HTTP/1.1 200 OK", ""])
    let piece = [UInt8](repeating: 1, count: 600)
    let first = piece.withUnsafeBytes { collector.takeBody($0) }
    let second = piece.withUnsafeBytes { collector.takeBody($0) }
    #expect(first)
    #expect(!second)
    #expect(collector.refusal == .bodyTooLarge)
    #expect(collector.body.count == 600)
  }
}
