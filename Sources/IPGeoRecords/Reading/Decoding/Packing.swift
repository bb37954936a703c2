public import IPGeoByteStreams

/// How text is packed that a program of the system's packs or unpacks.
public enum Packing: String, Sendable, CaseIterable {
  /// RFC 1952; several members one after the other, as rotated logs have them, are one text.
  case gzip
  /// RFC 8878.
  case zstd
  /// The .xz format.
  case xz
  /// bzip2.
  case bzip2

  /// The program that unpacks it.
  public var program: String { rawValue }
  /// What such data are called.
  public var dataName: String { "\(rawValue) data" }
  /// Debian's name of the program's package.
  public var package: String { self == .xz ? "xz-utils" : rawValue }

  /// How a file is packed whose name ends so, without the full stop and in whatever case; `nil` for
  /// other endings than `gz` and `zst`, which are all that rows are written to.
  public init?(fileExtension: some StringProtocol) {
    switch fileExtension.lowercased() {
    case "gz": self = .gzip
    case "zst": self = .zstd
    default: return nil
    }
  }

  /// What makes the program pack its stdin to its stdout, and say little.
  ///
  /// Neither a name nor a time goes in: the same text makes the same bytes.
  public var packingArguments: [String] {
    switch self {
    case .gzip: ["-nc"]
    case .bzip2: ["-c"]
    case .zstd, .xz: ["-cq"]
    }
  }

  /// What makes the program unpack its stdin to its stdout, and say little.
  var arguments: [String] {
    switch self {
    case .gzip, .bzip2: ["-dc"]
    case .zstd, .xz: ["-dcq"]
    }
  }
}

/// Why packed data could not be unpacked, or not to their end.
public struct UnpackingError: Hashable, Sendable {
  /// What was wrong.
  public enum Cause: Hashable, Sendable {
    /// The program is in no folder of `PATH`.
    case noProgram
    /// The program ended otherwise than by saying that all is well.
    case ended(ProcessEnding)
  }

  /// How the data are packed.
  public var packing: Packing
  /// What was wrong.
  public var cause: Cause

  /// Makes an error from its parts.
  public init(packing: Packing, cause: Cause) {
    self.packing = packing
    self.cause = cause
  }

  /// Whether the data are to blame, not the machine.
  public var isDamage: Bool {
    if case .ended(.status(_)) = cause { return true }
    return false
  }

  /// What is wrong: `damaged gzip data, gzip ended with 1`.
  public var message: String {
    let program = packing.program
    return switch cause {
    case .noProgram:
      "this is \(packing.dataName), and there is no \(program) in PATH that could read it"
    case .ended(.status(let code)): "damaged \(packing.dataName), \(program) ended with \(code)"
    case .ended(.signal(let number)): "\(program) was ended by signal \(number)"
    case .ended(.lost): "how \(program) ended is not known"
    }
  }

  /// What helps; `FILE` stands for the input.
  public var advice: String {
    switch cause {
    case .noProgram: "apt-get install \(packing.package)"
    case .ended(.status(_)): "\(packing.program) -t FILE says more"
    case .ended: "run it again"
    }
  }
}
