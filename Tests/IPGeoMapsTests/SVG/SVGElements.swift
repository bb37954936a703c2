import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An XML file as a list of its elements, read by a parser that is not ours.
final class SVGElements: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
    /// Names of the elements around it, outermost first.
    var path: [String]
    var group: String?

    func number(_ attribute: String) -> Double {
      attributes[attribute].flatMap(Double.init) ?? .nan
    }
  }

  private(set) var all: [Element] = []
  private(set) var error: (any Error)?
  private var open: [Int] = []

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { error = parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  /// The elements of a name.
  func named(_ name: String) -> [Element] { all.filter { $0.name == name } }

  /// The elements of a class.
  func ofClass(_ name: String) -> [Element] {
    all.filter { $0.attributes["class"]?.split(separator: " ").contains { $0 == name } ?? false }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let group = open.last.flatMap { all[$0].attributes["class"] }
    all.append(
      Element(
        name: name, attributes: attributes, path: open.map { all[$0].name }, group: group))
    open.append(all.count - 1)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { all[last].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
