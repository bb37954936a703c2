import IPGeoByteStreams
import Testing

@testable import IPGeoEnrichment

@Suite struct RunDictionaryTests {
  private func append(
    _ run: String, to dictionary: inout RunDictionary, _ out: inout ByteBuffer
  ) {
    var bytes = ByteBuffer()
    bytes.append(optional: run)
    dictionary.append(bytes.bytes, to: &out)
  }

  @Test func `a run that recurs is a number`() {
    var dictionary = RunDictionary()
    var out = ByteBuffer()
    append("one", to: &dictionary, &out)
    append("two", to: &dictionary, &out)
    append("one", to: &dictionary, &out)
    let numbers = Array(out.bytes)
    #expect(numbers == [1, 2, 1])
    var reader = PackedReader(out.bytes)
    var runs: [String?] = []
    for _ in 0..<3 { dictionary.read(&reader) { runs.append($0.string()) } }
    #expect(runs == ["one", "two", "one"])
  }

  @Test func `past the bound a run stands in place, and old ones stay numbers`() {
    var dictionary = RunDictionary()
    var out = ByteBuffer()
    for number in 0..<RunDictionary.maximumCount { append("\(number)", to: &dictionary, &out) }
    out.removeAll()
    append("new", to: &dictionary, &out)
    let inPlace = Array(out.bytes)
    #expect(inPlace == [0, 4] + Array("new".utf8))
    let start = out.count
    append("0", to: &dictionary, &out)
    let known = Array(out.bytes[start...])
    #expect(known == [1])
    var reader = PackedReader(out.bytes)
    var runs: [String?] = []
    for _ in 0..<2 { dictionary.read(&reader) { runs.append($0.string()) } }
    #expect(runs == ["new", "0"])
  }
}
