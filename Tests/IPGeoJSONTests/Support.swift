import IPGeoByteStreams
import IPGeoJSON

/// A splitmix64 generator: the same run of numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// A JSON value in memory, as a test compares it.
indirect enum Tree: Equatable {
  case object([Member])
  case array([Tree])
  /// UTF-8, because `String` takes canonically equal texts for the same.
  case string([UInt8])
  case number(Double)
  case bool(Bool)
  case null

  struct Member: Equatable {
    var name: String
    var value: Tree
  }

  static func string(_ text: String) -> Tree { .string(Array(text.utf8)) }
}

/// Reads a whole text through the tokenizer.
func parse(_ bytes: [UInt8], depthLimit: Int = 512) throws(JSONSyntaxError) -> Tree {
  let result = bytes.withUnsafeBytes { buffer -> Result<Tree, JSONSyntaxError> in
    var tokenizer = JSONTokenizer(buffer, depthLimit: depthLimit)
    do throws(JSONSyntaxError) {
      let tree = try value(from: try tokenizer.next(), &tokenizer)
      guard case .end = try tokenizer.next() else {
        throw JSONSyntaxError(offset: -1, message: "no end token")
      }
      return .success(tree)
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}

func parse(_ text: String) throws(JSONSyntaxError) -> Tree { try parse(Array(text.utf8)) }

private func value(
  from token: JSONTokenizer.Token, _ tokenizer: inout JSONTokenizer
) throws(JSONSyntaxError) -> Tree {
  switch token {
  case .beginObject:
    var members: [Tree.Member] = []
    while case .key(let name) = try tokenizer.next() {
      let name = tokenizer.text(name)
      members.append(.init(name: name, value: try value(from: try tokenizer.next(), &tokenizer)))
    }
    return .object(members)
  case .beginArray:
    var elements: [Tree] = []
    while true {
      let token = try tokenizer.next()
      if case .endArray = token { return .array(elements) }
      elements.append(try value(from: token, &tokenizer))
    }
  case .string(let string): return .string(tokenizer.text(string))
  case .number(let range): return .number(tokenizer.double(range) ?? .nan)
  case .true: return .bool(true)
  case .false: return .bool(false)
  case .null: return .null
  case .key, .endObject, .endArray, .end:
    throw JSONSyntaxError(offset: -1, message: "no value token: \(token)")
  }
}

/// Every token of a text as one line, to be compared with what is expected.
func tokens(_ text: String) throws(JSONSyntaxError) -> String {
  let bytes = Array(text.utf8)
  return try bytes.withUnsafeBytes { buffer -> Result<String, JSONSyntaxError> in
    do throws(JSONSyntaxError) {
      var tokenizer = JSONTokenizer(buffer)
      var words: [String] = []
      while true {
        let token = try tokenizer.next()
        switch token {
        case .beginObject: words.append("{")
        case .endObject: words.append("}")
        case .beginArray: words.append("[")
        case .endArray: words.append("]")
        case .key(let name): words.append(tokenizer.text(name) + ":")
        case .string(let string): words.append("'" + tokenizer.text(string) + "'")
        case .number(let range): words.append(String(decoding: buffer[range], as: UTF8.self))
        case .true: words.append("true")
        case .false: words.append("false")
        case .null: words.append("null")
        case .end: return .success(words.joined(separator: " "))
        }
      }
    } catch {
      return .failure(error)
    }
  }.get()
}

/// What `body` appends to an empty buffer.
func written(_ body: (inout ByteBuffer) -> Void) -> [UInt8] {
  var buffer = ByteBuffer(capacity: 16)
  body(&buffer)
  return Array(buffer.bytes)
}

func writtenText(_ body: (inout ByteBuffer) -> Void) -> String {
  String(decoding: written(body), as: UTF8.self)
}
