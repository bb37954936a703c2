import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore

/// Packs what a provider answered into few bytes, and unpacks it.
///
/// A layout of ours, in memory only: a byte for the status, the time as a variable-length integer,
/// then for a location three runs of members. What a country and a network say of themselves recurs
/// over and over, and so does a failure: those runs are kept once each and told by a number. The
/// rest stands in place. A million answers of a service take some 80 bytes each that way, not 250.
struct AnswerPacker: ~Copyable {
  /// The most bytes that an answer may take before anything of it is shared with others.
  ///
  /// It is judged before the sharing, so that it does not depend on what was packed earlier; status
  /// and time come on top, and all of it stays below 64 KiB.
  static let longestAnswer = (1 << 16) - 64

  private var countries = RunDictionary()
  private var networks = RunDictionary()
  private var failures = RunDictionary()
  private var scratch = ByteBuffer(capacity: 512)

  /// Appends the packed form of an outcome.
  /// - Returns: Whether it was short enough; else nothing was appended or kept.
  mutating func pack(_ view: OutcomeView, askedAt: Int64, into out: inout ByteBuffer) -> Bool {
    scratch.removeAll()
    switch view {
    case .located(let location): return pack(location, askedAt: askedAt, into: &out)
    case .other(let outcome): return pack(outcome, askedAt: askedAt, into: &out)
    }
  }

  private mutating func pack(
    _ outcome: Outcome, askedAt: Int64, into out: inout ByteBuffer
  ) -> Bool {
    switch outcome {
    case .special(let block):
      out.append(outcome.status.rawValue)
      out.append(block.index)
    case .unknown(let reason):
      out.append(outcome.status.rawValue)
      out.append(varint: UInt64(bitPattern: askedAt))
      out.append(varint: UInt64(reason.number))
    case .failed(let failure):
      scratch.append(failure)
      guard scratch.count <= Self.longestAnswer else { return false }
      out.append(outcome.status.rawValue)
      failures.append(scratch.bytes, to: &out)
    case .located(let location):
      return location.withView { pack($0, askedAt: askedAt, into: &out) }
    }
    return true
  }

  private mutating func pack(
    _ location: LocationView, askedAt: Int64, into out: inout ByteBuffer
  ) -> Bool {
    scratch.append(countryOf: location)
    let country = scratch.count
    scratch.append(networkOf: location)
    let network = scratch.count
    scratch.append(placeOf: location)
    guard scratch.count <= Self.longestAnswer else { return false }
    out.append(Status.located.rawValue)
    out.append(varint: UInt64(bitPattern: askedAt))
    let bytes = scratch.bytes
    countries.append(UnsafeRawBufferPointer(rebasing: bytes[..<country]), to: &out)
    networks.append(UnsafeRawBufferPointer(rebasing: bytes[country..<network]), to: &out)
    out.append(UnsafeRawBufferPointer(rebasing: bytes[network...]))
    return true
  }

  /// What `pack` appended; `nil` for bytes that it did not.
  ///
  /// The view is good as long as the packer and the bytes are there.
  func unpack(_ bytes: UnsafeRawBufferPointer) -> (outcome: OutcomeView, askedAt: Int64)? {
    var reader = PackedReader(bytes)
    guard let status = Status(rawValue: reader.byte()) else { return nil }
    switch status {
    case .special:
      return SpecialBlock(index: reader.byte()).map { (.other(.special($0)), 0) }
    case .unknown:
      let askedAt = Int64(bitPattern: reader.varint())
      return Reason(number: reader.varint()).map { (.other(.unknown($0)), askedAt) }
    case .failed:
      var failure: Failure?
      failures.read(&reader) { failure = $0.failure() }
      return failure.map { (.other(.failed($0)), 0) }
    case .located:
      let askedAt = Int64(bitPattern: reader.varint())
      var location = LocationView()
      countries.read(&reader) { $0.readCountry(into: &location) }
      networks.read(&reader) { $0.readNetwork(into: &location) }
      reader.readPlace(into: &location)
      return (.located(location), askedAt)
    case .invalid:
      return nil
    }
  }
}
