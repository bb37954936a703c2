import IPGeoJSON
import Testing

@Suite struct JSONTokenizerNumbersTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-15169", -15169), ("1e2", 100), ("1.50e1", 15),
      ("100e-2", 1),
      ("100.0", 100), ("0.0e999999999999999999999", 0), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("18446744073709551616", nil), ("1e18", 1_000_000_000_000_000_000), ("1e19", nil),
      ("0.5", nil),
      ("1e-1", nil), ("1e400", nil), ("1e99999999999999999999999", nil),
      ("0.000000000000000000000000000001e30", 1),
      ("1000000000000000000000000000000e-30", 1), ("1.0000000000000000000000001", nil),
      ("4294967295", 4_294_967_295),
    ] as [(String, Int64?)])
  func `reads integers by value`(text: String, value: Int64?) throws {
    #expect(try number(text) { $0.integer($1) } == value)
  }

  @Test(
    arguments: [
      ("39", 39), ("-77.5", -77.5), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23), ("1e400", nil),
      ("-1e400", nil), ("1e-400", 0), ("1.7976931348623157e308", .greatestFiniteMagnitude),
      ("1.7976931348623159e308", nil), ("5e-324", .leastNonzeroMagnitude),
      ("9007199254740993", 9_007_199_254_740_992),
      ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
      ("123456789012345678901234567890", 123456789012345677877719597056),
      ("0e99999999999999999999", 0), ("37.751", 37.751), ("1e99999999999999999999", nil),
      ("8.41e21", 8.41e21), ("9.5e-23", 9.5e-23),
    ] as [(String, Double?)])
  func `reads doubles correctly rounded`(text: String, value: Double?) throws {
    #expect(try number(text) { $0.double($1) } == value)
  }

  @Test func `agrees with the standard library on random numbers`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let digits = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }
      let whole = String(Int.random(in: 0...999, using: &generator))
      let power = Int.random(in: -40...40, using: &generator)
      let text = "-\(whole).\(digits.joined())e\(power)"
      #expect(try number(text) { $0.double($1) } == Double(text))
    }
  }

  @Test func `reads a number of a megabyte`() throws {
    let long = "0." + String(repeating: "3", count: 1 << 20)
    #expect(try number(long) { $0.double($1) } == 1.0 / 3)
    let zeros = "1" + String(repeating: "0", count: 1 << 20)
    #expect(try number(zeros) { $0.integer($1) } == nil)
    #expect(try number(zeros + "e-1048576") { $0.integer($1) } == 1)
    #expect(try number(zeros + "e-1048576") { $0.double($1) } == 1)
  }

  private func number<Value>(
    _ text: String, _ read: (borrowing JSONTokenizer, Range<Int>) -> Value?
  ) throws -> Value? {
    try Array(text.utf8).withUnsafeBytes { bytes in
      var tokenizer = JSONTokenizer(bytes)
      guard case .number(let range) = try tokenizer.next() else {
        Issue.record("no number: \(text)")
        return nil
      }
      #expect(range == 0..<bytes.count)
      return read(tokenizer, range)
    }
  }
}
