import Testing

@testable import IPGeoCommand

/// A terminal that wraps lines anew when its width changes, or cuts them off, as `rewraps` says.
private struct Screen {
  let rewraps: Bool
  var columns: Int {
    didSet { if columns < oldValue, !rewraps { cut() } }
  }
  /// Lines that end by a line feed; a longer one than the screen is wide takes several rows.
  private var lines: [[Character]] = [[]]
  private var line = 0
  private var offset = 0

  init(columns: Int, rewraps: Bool) {
    self.columns = columns
    self.rewraps = rewraps
  }

  /// What stands there, without the empty last line.
  var texts: [String] {
    let texts = lines.map { String($0) }
    return texts.last == "" ? texts.dropLast() : texts
  }

  /// The rows before the cursor's, counted from its line's first.
  private var row: Int { max(0, offset - 1) / columns }

  private mutating func cut() {
    lines = lines.map { Array($0.prefix(columns)) }
    offset = min(offset, columns)
  }

  mutating func write(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\n":
        line += 1
        if line == lines.count { lines.append([]) }
        offset = 0
      case "\r": offset = row * columns
      case "\u{1B}":
        let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
        act(rest[end], Int(rest[..<end].dropFirst()) ?? 1)
        rest = rest[end...].dropFirst()
      default:
        if offset < lines[line].count {
          lines[line][offset] = character
        } else {
          lines[line].append(character)
        }
        offset += 1
      }
    }
  }

  private mutating func act(_ order: Character, _ count: Int) {
    switch order {
    case "K": lines[line].removeSubrange(min(offset, lines[line].count)...)
    case "J":
      lines[line].removeSubrange(min(offset, lines[line].count)...)
      lines.removeSubrange((line + 1)...)
    case "A":
      for _ in 0..<count {
        if row > 0 {
          offset -= columns
        } else if line > 0 {
          line -= 1
          offset = max(1, lines[line].count)
        }
      }
    default: Issue.record("the terminal knows no \(order)")
    }
  }
}

@Suite struct LiveLineTests {
  @Test func `writes only what changes`() {
    var line = LiveLine()
    #expect(line.show("", columns: 80) == "")
    #expect(line.put("m\n", columns: 80) == "m\n")
    #expect(line.show("a", columns: 80) == "\r\u{1B}[Ka")
    #expect(line.show("a", columns: 80) == "")
    #expect(line.put("m\n", columns: 80) == "\r\u{1B}[Km\na")
    #expect(line.show("", columns: 80) == "\r\u{1B}[K")
  }

  @Test func `a line that a narrower window has wrapped goes with all its rows`() {
    var line = LiveLine()
    _ = line.show("0123456789", columns: 80)
    #expect(line.show("ab", columns: 4) == "\u{1B}[2A\r\u{1B}[Jab")
    #expect(line.show("0123456789", columns: 4) == "\r\u{1B}[K012")
    #expect(line.show("0123456789", columns: 4) == "")
    #expect(line.show("0123456789", columns: 80) == "\r\u{1B}[K0123456789")
  }

  @Test func `where lines are cut off instead, the rows above stay`() {
    var line = LiveLine(rewraps: false)
    _ = line.show("0123456789", columns: 80)
    #expect(line.show("ab", columns: 4) == "\r\u{1B}[Kab")
  }

  @Test func `odd widths are survived`() {
    for columns in [nil, .min, -1, 0, 1, 2, .max] as [Int?] {
      var line = LiveLine()
      _ = line.show("0123456789", columns: columns)
      _ = line.put("m\n", columns: columns)
      _ = line.show("", columns: columns)
      #expect(line.text == "")
    }
  }

  @Test(arguments: [true, false], 1...20 as ClosedRange<UInt64>)
  func `whatever is resized, all messages stay and nothing else does`(
    rewraps: Bool, seed: UInt64
  ) {
    var random = SplitMix(seed: seed)
    var screen = Screen(columns: 40, rewraps: rewraps)
    var line = LiveLine(rewraps: rewraps)
    var messages: [String] = []
    for number in 0..<200 {
      switch random.next() % 4 {
      case 0: screen.columns = Int.random(in: 1...60, using: &random)
      case 1:
        let message = "m\(number)"
        // Where lines are cut off, so are the messages: not the line's concern.
        if !rewraps { screen.columns = 60 }
        screen.write(line.put(message + "\n", columns: screen.columns))
        messages.append(message)
      default:
        let text = String(repeating: "x", count: Int.random(in: 0...70, using: &random))
        screen.write(line.show(text, columns: screen.columns))
        #expect(line.text == text)
        #expect(screen.texts.last { $0.hasPrefix("x") }?.count ?? 0 <= max(0, screen.columns - 1))
      }
    }
    screen.write(line.show("", columns: screen.columns))
    let shown = rewraps ? messages : messages.map { String($0.prefix(1)) }
    #expect(screen.texts.map { rewraps ? $0 : String($0.prefix(1)) } == shown)
  }
}
