internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON
internal import IPGeoRecords

/// One thing to look up: a word of the command line, a line of standard input, or oneself.
struct LookupItem: Hashable, Sendable {
  /// What it is about.
  enum Subject: Hashable, Sendable {
    case address(IPAddress)
    /// No address, and why.
    case invalid(Reason)
    /// No address, though it may become one: the resolver could not be asked about the name.
    case unresolved(Failure)
    /// Whatever address the service sees us by.
    case own
  }

  var subject: Subject
  /// The word or line as it was given.
  var word: [UInt8] = []
  /// What the row's `ip` shows: the caller's spelling, or the text that was judged.
  var text: [UInt8] = []
  var port: UInt16?
  /// The line, from 1; 0 for a word.
  var line = 0
  /// The host name that led to the address.
  var name: String?

  /// Oneself.
  static let own = LookupItem(subject: .own)

  private init(subject: Subject) { self.subject = subject }

  /// Reads a word or a line, by the same grammar as the records of a list.
  init(_ word: [UInt8], line: Int = 0) {
    self.init(subject: .invalid(.notAnAddress))
    self.word = word
    self.line = line
    word.withUnsafeBytes { bytes in
      switch AddressToken.parse(bytes) {
      case .success(let token):
        subject = .address(token.address)
        text = Array(bytes[token.spelling])
        port = token.port
      case .failure(let fault):
        subject = .invalid(UTF8Text.isValid(bytes) ? Reason(fault) : .invalidUTF8)
        let judged = UnsafeRawBufferPointer(rebasing: bytes[AddressToken.trimmed(bytes)])
        text = Array(RecordFacts.judgedText(judged))
      }
    }
  }

  /// Makes it about an address that its name, or the service, led to.
  mutating func take(_ address: IPAddress) {
    subject = .address(address)
    text = Array(address.description.utf8)
  }
}
