import Foundation
import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import Testing

@testable import IPGeoCommand

/// Words and lines as things to look up.
@Suite struct LookupItemTests {
  private func item(_ word: String) -> LookupItem { LookupItem(Array(word.utf8)) }

  private func text(_ item: LookupItem) -> String { String(decoding: item.text, as: UTF8.self) }

  @Test(
    arguments: [
      ("8.8.8.8", "8.8.8.8", "8.8.8.8", nil), ("8.8.8.8:53", "8.8.8.8", "8.8.8.8", 53),
      ("[2001:db8::1]:443", "2001:db8::1", "2001:db8::1", 443),
      (" \"2001:DB8:0::1\", ", "2001:DB8:0::1", "2001:db8::1", nil),
      ("::ffff:8.8.8.8", "::ffff:8.8.8.8", "8.8.8.8", nil),
      ("8.8.8.8/32", "8.8.8.8", "8.8.8.8", nil),
    ] as [(String, String, String, UInt16?)])
  func `an address is read as in a list`(
    word: String, spelling: String, address: String, port: UInt16?
  ) throws {
    let item = item(word)
    #expect(item.subject == .address(try #require(IPAddress(address))))
    #expect(text(item) == spelling)
    #expect(item.port == port)
  }

  @Test(arguments: [
    ("x", Reason.notAnAddress), ("010.8.8.8", .leadingZero), ("dns.google", .hostname),
    ("10.0.0.0/8", .network), ("8.8.8.8 x", .trailingText), ("8.8.8.x", .masked),
    ("\u{FEFF}", .empty),
    ("134744072", .notAnAddress),
  ])
  func `what is no address says why`(word: String, reason: Reason) {
    #expect(item(word).subject == .invalid(reason))
  }

  @Test func `bytes that are no text say so, and long ones are cut`() {
    #expect(LookupItem([0xFF, 0x38]).subject == .invalid(.invalidUTF8))
    let long = item(String(repeating: "é", count: 5000))
    #expect(long.text.count <= 200 && String(validating: long.text, as: UTF8.self) != nil)
  }

  @Test func `lines are numbered, and blank ones passed over`() throws {
    let pipe = Foundation.Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("8.8.8.8\r\n\n \t\nx\n1.1.1.1".utf8))
    try pipe.fileHandleForWriting.close()
    let source = ByteSource(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "-")
    let items = try LookupInput.lines(of: source)
    #expect(items.map(text) == ["8.8.8.8", "x", "1.1.1.1"])
    #expect(items.map(\.line) == [1, 4, 5])
    withExtendedLifetime(pipe) {}
  }

  @Test func `more lines than a few thousand are for batch`() throws {
    let path = NSTemporaryDirectory() + "/ipgeo-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let most = LookupInput.mostLines
    for count in [most, most + 1] {
      let lines = String(repeating: "8.8.8.8\n\n", count: count)
      try Data(lines.utf8).write(to: URL(filePath: path))
      let result = Result { try LookupInput.lines(of: ByteSource(path: path)) }
      switch result {
      case .success(let items): #expect(items.count == most && count == most)
      case .failure(let error):
        let fault = try #require(error as? CommandFault)
        #expect(fault.code == .badInput && fault.message.contains("ipgeo batch"))
        #expect(count > most)
      }
    }
  }
}
