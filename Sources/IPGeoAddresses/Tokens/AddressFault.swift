/// Why a text is not taken as an address.
public enum AddressFault: UInt8, Error, Hashable, Sendable, CaseIterable {
  /// Nothing of the kinds below; also short, hexadecimal and integer forms.
  case notAnAddress
  /// Nothing but blanks.
  case empty
  /// A name: it has a dot and a last label with a letter, or is `localhost`.
  case hostname
  /// A dotted address with leading zeros, which some read as octal: `010.8.8.8`.
  case leadingZero
  /// IPv6 without brackets with what may be a port behind it.
  case ambiguousPort
  /// IPv4 whose last parts are blanked with `x` or `*`.
  case masked
  /// A block of several addresses: CIDR, or a range.
  case network
  /// An address, and more text behind a blank.
  case trailingText
}
