import Foundation
import IPGeoAddresses
import IPGeoCore
import IPGeoRecords
import Testing

@Suite struct FailureRecordTests {
  @Test func `writes a failed address with every key in order`() {
    let failure = Failure(
      .httpStatus, message: "the service said \"502\"", attempts: 4, httpStatus: 502,
      wasAsked: true)
    #expect(
      written(text: "::ffff:8.8.8.8") { text in
        FailureRecord(
          failure, address: IPAddress(ipv4: 0x0808_0808), text: text, records: 12,
          file: "a \"b\".txt", line: 3, at: testInstant)
      }
        == #"{"ip":"8.8.8.8","text":"::ffff:8.8.8.8","status":"failed","reason":"http-status","#
        + #""message":"the service said \"502\"","retryable":true,"attempts":4,"http_status":502,"#
        + #""records":12,"file":"a \"b\".txt","line":3,"at":"2026-11-30T02:03:04Z"}"# + "\n")
  }

  @Test func `writes an invalid record with nulls`() {
    #expect(
      written(text: "localhost") { text in
        FailureRecord(invalid: .hostname, text: text, file: nil, line: nil, at: 0)
      }
        == #"{"ip":null,"text":"localhost","status":"invalid","reason":"hostname","message":"#
        + #""'localhost' is a host name; names are never sent or resolved, give its address","#
        + #""retryable":false,"attempts":0,"http_status":null,"records":1,"file":null,"line":null,"#
        + #""at":"1970-01-01T00:00:00Z"}"# + "\n")
  }

  @Test func `cuts and repairs the text, so that each line is JSON`() throws {
    var numbers = SeededNumbers(seed: 51)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...400, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      let line = text.withUnsafeBytes { text in
        appended { out in
          FailureRecord(invalid: .notAnAddress, text: text, file: "f", line: 1, at: 0)
            .append(to: &out)
        }
      }
      #expect(line.filter { $0 == 0x0A }.count == 1 && line.last == 0x0A)
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      let shown = text.withUnsafeBytes { RecordFacts.judgedText($0).map { $0 } }
      #expect(object?["text"] as? String == String(decoding: shown, as: UTF8.self))
      #expect(object?.count == 12)
    }
  }

  private func written(text: String, _ make: (UnsafeRawBufferPointer) -> FailureRecord) -> String {
    let bytes = Array(text.utf8).withUnsafeBytes { text in
      appended { make(text).append(to: &$0) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

@Suite struct InvalidMessageTests {
  @Test(arguments: Reason.allCases)
  func `has one visible line for every reason`(reason: Reason) {
    let bytes = Array("a\n\u{1B}[31m\u{202E}".utf8) + [0xFF] + [UInt8](repeating: 0x41, count: 1000)
    let message = bytes.withUnsafeBytes { InvalidMessage.text(for: reason, text: $0) }
    #expect(!message.isEmpty && message.count < 170 && message.last != ".")
    #expect(!message.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    #expect(message != "there is no answer")
  }

  @Test(arguments: [
    ("010.8.8.8", "10.8.8.8"), ("008.008.008.008", "8.8.8.8"), ("8.8.8.08", "8.8.8.8"),
    ("::ffff:010.8.8.8", "10.8.8.8"), ("0000000008.1.1.1", "8.1.1.1"), ("010.8.8.8:80", "10.8.8.8"),
  ])
  func `names the decimal reading of leading zeros`(text: String, reading: String) {
    #expect(message(.leadingZero, text).hasSuffix("; if it is decimal, write \(reading)"))
  }

  @Test(arguments: [
    "010.8.8", "010.8.8.999", "010.+8.8.8", "010.-0.8.8", "0.0.0.٨",
  ])
  func `names no reading where there is none`(text: String) {
    #expect(message(.leadingZero, text).hasSuffix("; write it without the zero"))
  }

  @Test func `says what is not done`() {
    #expect(message(.network, "10.0.0.0/8").contains("nothing is expanded"))
    #expect(message(.hostname, "example.com").contains("never sent"))
  }

  private func message(_ reason: Reason, _ text: String) -> String {
    Array(text.utf8).withUnsafeBytes { InvalidMessage.text(for: reason, text: $0) }
  }
}
