import Foundation
import Testing

/// Cutting our object off gives the objects of any JSON lines back, byte for byte.
@Suite struct LinesRoundTripTests {
  private static let records = 2000

  private func run(
    _ bytes: [UInt8], maximumLine: Int, throughPipe: Bool, in scene: Scene
  ) async throws -> (result: RunResult, summary: Summary) {
    var arguments =
      [
        "--input-format", "jsonl", "--ip-field", "ip", "--max-line", "\(maximumLine)",
        "--summary-file", scene.path("summary"), "-q",
      ] + noWait
    if !throughPipe { arguments.append(try scene.write("lines", bytes)) }
    let result = try await scene.batch(
      arguments, input: throughPipe ? .bytes(bytes) : .null, deadline: 120)
    return (result, try Summary(try scene.read("summary")))
  }

  @Test(arguments: 1...6) func `any lines come back, by a second parser`(seed: Int) async throws {
    try await withScene { scene in
      let lines = RandomLines(seed: UInt64(seed), records: Self.records)
      let (result, summary) = try await run(
        lines.bytes, maximumLine: lines.maximumLine, throughPipe: seed.isMultiple(of: 2), in: scene)
      #expect(result.end == .exit(0), "\(result.errors)")
      let hasMark = lines.bytes.starts(with: [0xEF, 0xBB, 0xBF])
      let wanted = referenceLines(Array(lines.bytes.dropFirst(hasMark ? 3 : 0)))
        .filter { !withoutBlanks($0.text).isEmpty }
      let rows = referenceLines(result.output)
      #expect(summary.holds && summary.records == wanted.count)
      #expect(rows.count == wanted.count)
      for (number, (row, line)) in zip(rows, wanted).enumerated() {
        let end = line.end.isEmpty || line.text.count > lines.maximumLine ? row.end : line.end
        let fault = row.end == end && !end.isEmpty ? fault(row.text, line.text, lines) : "line end"
        if let fault {
          Issue.record("line \(number): \(fault) \(show(line.text)) \(show(row.text))")
          break
        }
      }
    }
  }

  /// What is wrong with a line's row.
  private func fault(_ row: [UInt8], _ line: [UInt8], _ lines: RandomLines) -> String? {
    let line = Array(line.drop { $0 == 0 })
    var text = line.count > lines.maximumLine ? [] : withoutBlanks(line)
    var outline = ReferenceJSON.read(text)
    if outline == nil {
      text = repaired(text)
      outline = ReferenceJSON.read(text)
    }
    guard let outline, outline.isObject else {
      text = Array("{}".utf8); return check(row, text, [])
    }
    return check(row, text, outline.names)
  }

  private func check(_ row: [UInt8], _ text: [UInt8], _ names: [String]) -> String? {
    var number = 1
    var name: String { number == 1 ? "geo" : "geo_\(number)" }
    while names.contains(name) { number += 1 }
    let front = text.dropLast() + Array("\(names.isEmpty ? "" : ",")\"\(name)\":".utf8)
    guard row.starts(with: front) else { return "front" }
    let object = Array(row.dropFirst(front.count).dropLast())
    guard row.last == 0x7D, let read = ReferenceJSON.read(object), read.isObject else {
      return "object"
    }
    return read.names.starts(with: ["ip", "status", "reason"]) && read.names.count == 18
      ? nil : "names"
  }

  /// Without outer blanks and a mark in front.
  private func withoutBlanks(_ line: [UInt8]) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var text = line.drop { $0 == 0 }.drop(while: isBlank)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3).drop(while: isBlank) }
    while let last = text.last, isBlank(last) { text.removeLast() }
    return Array(text)
  }

  /// With `\u00HH` for nginx's `\xHH`.
  private func repaired(_ line: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var isInString = false
    var at = 0
    while at < line.count {
      if line[at] == 0x22 { isInString.toggle() }
      guard isInString, line[at] == 0x5C, at + 1 < line.count else {
        text.append(line[at])
        at += 1
        continue
      }
      let digits = line[(at + 2)...].prefix(2)
      let isHex = digits.count == 2 && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
      text += line[at + 1] == 0x78 && isHex ? Array("\\u00".utf8) : Array(line[at...(at + 1)])
      at += 2
    }
    return text
  }

  private func show(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(400), as: UTF8.self).debugDescription
  }

  @Test(arguments: 11...13) func `any lines come back, by Python's json`(seed: Int) async throws {
    try await withScene { scene in
      let lines = RandomLines(seed: UInt64(seed), records: Self.records)
      let (result, summary) = try await run(
        lines.bytes, maximumLine: lines.maximumLine, throughPipe: false, in: scene)
      #expect(result.end == .exit(0), "\(result.errors)")
      let input = try scene.write("input", lines.bytes)
      let output = try scene.write("output", result.output)
      guard
        let said = try await scene.python(Self.judge, [input, output, "\(lines.maximumLine)"])
      else { return }
      #expect(said.end == .exit(0), "\(said.errors)")
      #expect(said.text == "\(summary.records)\n")
    }
  }

  // Members are kept as lists, so that those of the same name count, and numbers as their text.
  private static let judge = #"""
    import json, re, sys
    def refuse(word): raise ValueError(word)
    def read(line):
      return json.loads(
        line.decode("utf-8"), object_pairs_hook=lambda members: ("object", members),
        parse_int=str, parse_float=str, parse_constant=refuse)
    def lines(path):
      with open(path, "rb") as file: text = file.read().removeprefix(b"\xef\xbb\xbf")
      for line in re.split(rb"\r\n|\n|\r", text):
        bare = line.lstrip(b"\0")
        line = bare.strip(b" \t").removeprefix(b"\xef\xbb\xbf").strip(b" \t")
        if line: yield len(bare), line
    def members(line, length):
      if length > int(sys.argv[3]): return []
      for text in line, re.sub(rb"\\(?:x([0-9a-fA-F]{2})|(.))",
          lambda found: b"\\u00" + found[1] if found[1] else found[0], line):
        try: value = read(text)
        except ValueError: continue
        return value[1] if isinstance(value, tuple) else []
      return []
    wanted, rows = list(lines(sys.argv[1])), list(lines(sys.argv[2]))
    assert len(wanted) == len(rows), (len(wanted), len(rows))
    for number, ((length, line), (_, row)) in enumerate(zip(wanted, rows)):
      *own, (name, ours) = read(row)[1]
      assert own == members(line, length), (number, line, row)
      assert name not in dict(own) and re.fullmatch("geo(_[0-9]+)?", name), (number, row)
      assert [key for key, _ in ours[1]][:3] == ["ip", "status", "reason"], (number, row)
    print(len(rows))
    """#

  @Test func `a line nested 100,000 deep comes back`() async throws {
    try await withScene { scene in
      let depth = 100_000
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let objects =
        String(repeating: "{\"d\":", count: depth) + "1" + String(repeating: "}", count: depth)
      let texts = [arrays, objects].map { "{\"deep\":\($0),\"ip\":\"8.8.8.8\"" }
      let input = Array(texts.map { "\($0)}\n" }.joined().utf8)
      let (result, summary) = try await run(
        input, maximumLine: 1 << 20, throughPipe: true, in: scene)
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(summary["located"] == 2)
      for (row, text) in zip(referenceLines(result.output), texts) {
        #expect(row.text.starts(with: "\(text),\"geo\":{\"ip\":\"8.8.8.8\",".utf8))
      }
    }
  }
}
