import Foundation
import IPGeoByteStreams
import IPGeoJSON
import Testing

private func text(_ tree: JSONTree) -> String {
  var out = ByteBuffer()
  tree.append(to: &out)
  return String(decoding: out.bytes, as: UTF8.self)
}

@Suite struct JSONTreeTests {
  @Test func `members keep their order, and short lists stand on one line`() {
    let tree: JSONTree = [
      "z": 1, "a": [true, nil, "x"], "empty": [:], "long": ["1", "2", "3", "4", "5"],
    ]
    #expect(
      text(tree) == """
        {
          "z": 1,
          "a": [true, null, "x"],
          "empty": {},
          "long": [
            "1",
            "2",
            "3",
            "4",
            "5"
          ]
        }
        """)
  }

  @Test func `texts are escaped, in names too`() throws {
    let tree: JSONTree = .object([.init("a\"b", .text("line\n\u{1}"))])
    let read = try JSONSerialization.jsonObject(with: Data(text(tree).utf8)) as? [String: String]
    #expect(read == ["a\"b": "line\n\u{1}"])
  }

  @Test func `null may be added to a type and to words`() {
    #expect(JSONTree.flagSchema.orNull == ["type": ["boolean", "null"]])
    #expect(
      JSONTree.wordSchema(["a"]).orNull == ["type": ["string", "null"], "enum": ["a", nil]])
  }

  @Test func `a whole number may have no upper bound`() {
    #expect(JSONTree.wholeSchema(from: 1) == ["type": "integer", "minimum": 1])
    #expect(
      JSONTree.wholeSchema(to: 9) == ["type": "integer", "minimum": 0, "maximum": 9])
  }

  @Test func `an object's form writes it and describes it`() {
    let form = ObjectForm<Int>([
      .count("n", "a number") { $0 },
      .whole("half", from: -5, "") { $0 % 2 == 0 ? Int64($0 / 2) : nil },
      .flag("even", "") { $0 % 2 == 0 },
      .word("sign", ["plus", "minus"], "") { $0 < 0 ? "minus" : "plus" },
    ])
    var out = ByteBuffer()
    form.append(-3, to: &out)
    #expect(
      String(decoding: out.bytes, as: UTF8.self)
        == #"{"n":-3,"half":null,"even":false,"sign":"minus"}"#)
    #expect(form.schema["required"] == ["n", "half", "even", "sign"])
    #expect(form.schema["additionalProperties"] == false)
    #expect(
      form.schema["properties"]?["n"]
        == ["description": "a number", "type": "integer", "minimum": 0])
  }
}
