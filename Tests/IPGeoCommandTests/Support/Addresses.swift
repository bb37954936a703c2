/// So many distinct public addresses.
func publicAddresses(_ count: Int) -> [String] {
  (0..<count).map { "5.\($0 / 65536 % 256).\($0 / 256 % 256).\($0 % 256)" }
}

/// A list's text: one address a line.
func list(_ addresses: [String]) -> String { addresses.map { $0 + "\n" }.joined() }
