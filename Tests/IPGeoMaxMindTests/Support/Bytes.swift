/// The last bytes of a number, the highest first.
func bigEndian(_ number: some FixedWidthInteger, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
}
