/// A reply: status, header lines and body.
public struct HTTPReply: Hashable, Sendable {
  /// One header line.
  public struct HeaderLine: Hashable, Sendable {
    /// The name as sent.
    public var name: String
    /// The value without outer blanks; bytes that are not UTF-8 are replaced.
    public var value: String

    /// Makes a line.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The status code of the final reply, 200 to 999.
  ///
  /// Redirects are handed back, never followed.
  public var status: Int
  /// The final reply's header lines in order, without those of `100 Continue`, of a proxy's
  /// `CONNECT` and of a chunked body's trailer.
  public var headerLines: [HeaderLine]
  /// The body as sent: no content coding is asked for, and none is undone.
  public var body: [UInt8]
  /// Whether the body is whole.
  ///
  /// It is not where the reply of a status other than 2xx was cut short, too large or late: its
  /// status and headers are worth more than an error. A 2xx reply is always whole.
  public var isBodyComplete: Bool

  /// Makes a reply, also for scripted transports in tests.
  public init(
    status: Int, headerLines: [HeaderLine] = [], body: [UInt8] = [], isBodyComplete: Bool = true
  ) {
    self.status = status
    self.headerLines = headerLines
    self.body = body
    self.isBodyComplete = isBodyComplete
  }

  /// The value of the first line of that name, compared without case.
  public func header(_ name: String) -> String? {
    headerLines.first { $0.isNamed(name) }?.value
  }

  /// The values of all lines of that name, in order.
  public func headers(_ name: String) -> [String] {
    headerLines.filter { $0.isNamed(name) }.map(\.value)
  }
}

extension HTTPReply.HeaderLine {
  func isNamed(_ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8) { $0 == $1 || Self.lowered($0) == Self.lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
  }
}
