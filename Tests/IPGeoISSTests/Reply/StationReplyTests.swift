import IPGeoCore
import IPGeoISS
import Testing

private func read(_ text: String) -> Result<StationFix, StationReplyFault> {
  Result { () throws(StationReplyFault) in try StationFix(reply: Array(text.utf8)) }
}

private func body(_ latitude: String, _ longitude: String, time: String = "1700000000") -> String {
  #"{"message":"success","timestamp":\#(time),"#
    + #""iss_position":{"latitude":\#(latitude),"longitude":\#(longitude)}}"#
}

@Suite struct StationReplyTests {
  /// Orders and blanks as replies of nine years had them.
  @Test(arguments: [
    #"{"message": "success", "timestamp": 1700000000, "iss_position": {"latitude": "-12.5000", "longitude": "170.1234"}}"#,
    #"{"iss_position": {"longitude": "170.1234", "latitude": "-12.5000"}, "message": "success", "timestamp": 1700000000}"#,
    #"{"timestamp":1700000000,"iss_position":{"longitude":170.1234,"latitude":-12.5},"message":"success"}"#,
    "\n{ \"timestamp\" : \"1700000000\" ,\r\n\t\"iss_position\":{\"latitude\":-12.5,\"longitude\":170.1234}}\n",
    #"{"timestamp":1.7e9,"iss_position":{"latitude":"-1.25e1","longitude":1701234e-4},"message":"success"}"#,
    #"{"x":[{"latitude":1}],"iss_position":{"altitude":{"latitude":2},"latitude":-12.5,"longitude":"170.1234"},"timestamp":1700000000.9}"#,
    #"{"\u006dessage":"\u0073uccess","timestamp":1700000000,"iss_position":{"l\u0061titude":"\u002d12.5","longitude":170.1234}}"#,
  ])
  func `strings or numbers, in any order, with others among them`(text: String) throws {
    let fix = try read(text).get()
    #expect(fix.position == Position(latitude: -12.5, longitude: 170.1234))
    #expect(fix.timestamp == 1_700_000_000)
  }

  @Test(arguments: [
    ("90", "180"), ("-90", "-180"), ("\"90.0000\"", "\"-180.0000\""), ("0", "-0.0"),
  ])
  func `the ends of the globe are on it`(latitude: String, longitude: String) throws {
    let fix = try read(body(latitude, longitude)).get()
    #expect(abs(fix.position.latitude).truncatingRemainder(dividingBy: 90) == 0)
    #expect(fix.position.longitude.sign == .plus || fix.position.longitude != 0)
  }

  static let outside: [(String, String, StationReplyFault)] = [
    ("95", "0", .outOfRange(.latitude, "95")),
    ("\"95.0000\"", "0", .outOfRange(.latitude, "95.0000")),
    ("-90.0001", "0", .outOfRange(.latitude, "-90.0001")),
    ("0", "\"180.0001\"", .outOfRange(.longitude, "180.0001")),
    ("0", "1e999", .outOfRange(.longitude, "1e999")),
    ("1e300", "0", .outOfRange(.latitude, "1e300")),
  ]

  @Test(arguments: outside)
  func `what is on no globe is refused`(
    latitude: String, longitude: String, fault: StationReplyFault
  ) {
    #expect(read(body(latitude, longitude)) == .failure(fault))
  }

  static let bad: [(String, StationReplyFault)] = [
    ("", .empty),
    (" ", .notJSON),
    ("<html><body>It works</body></html>", .notJSON),
    (String(good.dropLast()), .notJSON),
    (good + "x", .notJSON),
    (good + good, .notJSON),
    ("\u{FEFF}" + good, .notJSON),
    ("callback(" + good + ");", .notJSON),
    (body("NaN", "0"), .notJSON),
    (body("+1", "0"), .notJSON),
    (body("01", "0"), .notJSON),
    (body("1.", "0"), .notJSON),
    ("[\(good)]", .notObject),
    ("\"success\"", .notObject),
    ("null", .notObject),
    ("{}", .missing(.position)),
    (#"{"message":"failure","reason":"no \"fix\"\n"}"#, .failure(#"no \"fix\"\n"#)),
    (#"{"message":"fail","iss_position":5}"#, .failure("fail")),
    (good.replacing("success", with: "Success"), .failure("Success")),
    (good.replacing("\"success\"", with: "1"), .illTyped(.message)),
    (good.replacing("1700000000", with: "null"), .missing(.timestamp)),
    (good.replacing("1700000000", with: "true"), .illTyped(.timestamp)),
    (good.replacing("1700000000", with: "\"now\""), .illTyped(.timestamp)),
    (good.replacing("1700000000", with: "-1"), .noTime("-1")),
    (good.replacing("1700000000", with: "1700000000123"), .noTime("1700000000123")),
    (good.replacing("1700000000", with: "1e400"), .noTime("1e400")),
    (good.replacing("iss_position", with: "position"), .missing(.position)),
    (#"{"timestamp":1,"iss_position":null}"#, .missing(.position)),
    (#"{"timestamp":1,"iss_position":[1,2]}"#, .illTyped(.position)),
    (#"{"timestamp":1,"iss_position":"1,2"}"#, .illTyped(.position)),
    (#"{"timestamp":1,"iss_position":{"latitude":1}}"#, .missing(.longitude)),
    (body("null", "0"), .missing(.latitude)),
    (body("\"\"", "0"), .illTyped(.latitude)),
    (body("\"NaN\"", "0"), .illTyped(.latitude)),
    (body("\" 1\"", "0"), .illTyped(.latitude)),
    (body("\"0x10\"", "0"), .illTyped(.latitude)),
    (body("\"1,5\"", "0"), .illTyped(.latitude)),
    (body("\"\(String(repeating: "1", count: 100))\"", "0"), .illTyped(.latitude)),
    (body("0", "[0]"), .illTyped(.longitude)),
    (body("0", "{}"), .illTyped(.longitude)),
    (body("1,\"latitude\":1", "0"), .repeated(.latitude)),
    (
      #"{"timestamp":1,"timestamp":1,"iss_position":{"latitude":1,"longitude":1}}"#,
      .repeated(.timestamp)
    ),
    (
      #"{"timestamp":1,"iss_position":{"latitude":1,"longitude":1},"iss_position":{}}"#,
      .repeated(.position)
    ),
    (String(repeating: "[", count: 100_000), .notJSON),
  ]

  @Test(arguments: bad)
  func `anything else is one fault of its kind`(text: String, fault: StationReplyFault) {
    #expect(read(text) == .failure(fault))
    let line = fault.description
    #expect(line.utf8.allSatisfy { 0x20...0x7E ~= $0 } && line.utf8.count < 160, "\(line)")
  }

  @Test func `bytes that are no UTF-8 are no JSON`() {
    for bytes in [
      [0xFF, 0xFE], Array(good.utf8) + [0x80], Array(good.utf16.map(UInt8.init)) + [0],
    ] {
      #expect(throws: StationReplyFault.notJSON) { try StationFix(reply: bytes) }
    }
    var inside = Array(good.utf8)
    inside[3] = 0xC3
    #expect(throws: StationReplyFault.notJSON) { try StationFix(reply: inside) }
  }

  @Test func `a megabyte of junk is told from a reply`() {
    for unit in ["A", "[", "{\"a\":", "\"", " ", "1", "<p>"] {
      let junk = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
      #expect(throws: StationReplyFault.self) { try StationFix(reply: Array(junk.utf8)) }
    }
    let padded = good.dropLast() + ",\"pad\":\"" + String(repeating: "x", count: 1 << 20) + "\"}"
    #expect(throws: Never.self) { try StationFix(reply: Array(padded.utf8)) }
  }

  @Test func `whatever position there is, is read as it was written`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let latitude = Double.random(in: -90...90, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      let time = Int64.random(in: 0...253_402_300_799, using: &random)
      let quote = Bool.random(using: &random) ? "\"" : ""
      let position = [
        #""latitude":\#(quote)\#(latitude)\#(quote)"#,
        #""longitude":\#(quote)\#(longitude)\#(quote)"#,
      ].shuffled(using: &random).joined(separator: ",")
      let members = [
        #""message":"success""#, #""timestamp":\#(time)"#, #""iss_position":{\#(position)}"#,
      ].shuffled(using: &random)
      let fix = try read("{" + members.joined(separator: ",") + "}").get()
      #expect(fix.position.latitude == latitude && fix.position.longitude == longitude)
      #expect(fix.timestamp == time)
    }
  }

  @Test func `a reply that was changed anywhere is read or refused, and never more`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5_000 {
      var bytes = Array(good.utf8)
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: at)
        default: bytes.removeSubrange(at...)
        }
        if bytes.isEmpty { break }
      }
      do {
        let fix = try StationFix(reply: bytes)
        #expect(abs(fix.position.latitude) <= 90 && abs(fix.position.longitude) <= 180)
        #expect((0...253_402_300_799).contains(fix.timestamp))
      } catch {
        #expect(error.description.utf8.allSatisfy { 0x20...0x7E ~= $0 })
      }
    }
  }
}
