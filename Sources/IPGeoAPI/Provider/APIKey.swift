/// A key of the paid service.
///
/// However it is printed, it shows as `***`.
public struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let secret: String

  /// The longest text that is taken for a key, in bytes.
  private static let longest = 512

  /// Takes a key: 1 to 512 visible ASCII characters; `nil` for any other text.
  ///
  /// Blanks around the key, as the line end or the byte order mark of a key file, are dropped.
  public init?(_ text: some StringProtocol) {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
    var scalars = Substring(text).unicodeScalars.drop(while: isBlank)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    guard !scalars.isEmpty, scalars.count <= Self.longest,
      scalars.allSatisfy({ $0 > " " && $0 < "\u{7F}" })
    else { return nil }
    secret = String(scalars)
  }

  /// Three stars.
  public var description: String { "***" }

  /// Three stars.
  public var debugDescription: String { "***" }

  /// A mirror without children, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The key as it stands in a URL's query: all but RFC 3986's unreserved characters is escaped.
  var percentEncoded: String {
    var encoded: [UInt8] = []
    for byte in secret.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        encoded += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The byte strings that must not stand in a message.
  var spellings: [[UInt8]] {
    let plain = Array(secret.utf8)
    let encoded = Array(percentEncoded.utf8)
    return plain == encoded ? [plain] : [plain, encoded]
  }
}
