/// A strict reader of Prometheus's text format, for what a textfile may hold.
struct ExpositionText {
  struct Sample: Hashable {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var samples: [Sample] = []
  private(set) var types: [String: String] = [:]
  private(set) var helps: [String: String] = [:]

  /// Reads the whole text; anything that the format does not allow, or a metric without HELP and
  /// TYPE right before it, is a fault.
  init(_ text: String) throws {
    guard text.utf8.last == UInt8(ascii: "\n") else { throw Fault(description: "no last line end") }
    var family: String?
    var finished: Set<String> = []
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
    {
      var rest = line
      if Self.take("# HELP ", from: &rest) {
        if let family { finished.insert(family) }
        let name = try Self.name(&rest, "metric")
        guard Self.take(" ", from: &rest), !rest.isEmpty, !finished.contains(name) else {
          throw Fault(description: "HELP: \(String(line))")
        }
        family = name
        helps[name] = String(rest)
      } else if Self.take("# TYPE ", from: &rest) {
        let name = try Self.name(&rest, "metric")
        guard name == family, types[name] == nil, Self.take(" ", from: &rest),
          ["gauge", "counter", "untyped"].contains(String(rest))
        else { throw Fault(description: "TYPE: \(String(line))") }
        types[name] = String(rest)
      } else {
        let sample = try Self.sample(&rest)
        guard sample.name == family, types[sample.name] != nil,
          !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels })
        else { throw Fault(description: "sample: \(String(line))") }
        samples.append(sample)
      }
    }
  }

  /// The value of the one sample of that name and those labels.
  func value(_ name: String, _ labels: [String: String]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  private typealias Scalars = Substring.UnicodeScalarView

  private static func sample(_ rest: inout Scalars) throws -> Sample {
    var sample = Sample(name: try name(&rest, "metric"), labels: [:], value: 0)
    if take("{", from: &rest) {
      repeat {
        let label = try name(&rest, "label")
        guard take("=\"", from: &rest), sample.labels[label] == nil else {
          throw Fault(description: "label \(label)")
        }
        sample.labels[label] = try labelValue(&rest)
      } while take(",", from: &rest)
      guard take("}", from: &rest) else { throw Fault(description: "labels end") }
    }
    guard take(" ", from: &rest), !rest.isEmpty, rest.allSatisfy(numerals.contains),
      let value = Double(String(rest))
    else { throw Fault(description: "value \(String(rest))") }
    sample.value = value
    return sample
  }

  private static func labelValue(_ rest: inout Scalars) throws -> String {
    var value = ""
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return value
      case "\\":
        switch rest.popFirst() {
        case "\\": value += "\\"
        case "\"": value += "\""
        case "n": value += "\n"
        default: throw Fault(description: "escape")
        }
      default: value.unicodeScalars.append(scalar)
      }
    }
    throw Fault(description: "label value without an end")
  }

  private static func name(_ rest: inout Scalars, _ kind: String) throws -> String {
    let colon = kind == "metric" ? ":" : ""
    let start = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_\(colon)".unicodeScalars)
    let name = rest.prefix { start.contains($0) || ("0"..."9").contains($0) }
    guard let first = name.first, start.contains(first) else {
      throw Fault(description: "\(kind) name")
    }
    rest = rest.dropFirst(name.count)
    return String(name)
  }

  private static func take(_ word: String, from rest: inout Scalars) -> Bool {
    guard rest.starts(with: word.unicodeScalars) else { return false }
    rest = rest.dropFirst(word.unicodeScalars.count)
    return true
  }

  private static let numerals = Set("0123456789.+-e".unicodeScalars)
}
