public import IPGeoAddresses

/// Reads a MaxMind database: GeoLite2, GeoIP2, DB-IP, IPinfo, and any other `.mmdb` file of format
/// 2.
///
/// ```swift
/// let reader = try MaxMindReader(path: "GeoLite2-City.mmdb")
/// if let address = IPAddress("81.2.69.142") {
///   let found = try reader.lookUp(address)
///   print(found.network, found.record?["country"]?["iso_code"]?.text ?? "unknown")
/// }
/// ```
///
/// Files up to 1 GiB are read whole; of larger ones, and where there is no memory for that, pages
/// are read and kept as they are needed. Either way nobody who replaces, cuts or removes the file
/// can crash its reader. Every read is checked, and what a record may come to is limited
/// (`MaxMindLimits`): a damaged file is an error that names the place, never a trap.
///
/// A reader may be used by any number of threads at once.
public final class MaxMindReader: Sendable {
  /// The file, as it was named.
  public let path: String
  /// What the database says of itself.
  public let metadata: MaxMindMetadata
  let file: DatabaseFile
  let tree: SearchTree
  /// Where the data section lies in the file.
  let data: Range<Int>
  /// Where the metadata lie in the file.
  let metadataStart: Int

  /// Opens a database.
  /// - Throws: `unreadable` where the system does not let it be read, `otherFile` for what is no
  ///   database, `damaged` for one whose metadata or tree cannot be used.
  public convenience init(path: String) throws(MaxMindError) {
    try self.init(path: path, options: ReaderOptions())
  }

  /// Opens a database that is in memory already.
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: What errors call it.
  /// - Throws: As `init(path:)`.
  public convenience init(bytes: [UInt8], name: String = "database") throws(MaxMindError) {
    try self.init(name, .whole(OwnedBytes(bytes)), ReaderOptions())
  }

  /// Opens a database with other bounds than the usual ones.
  convenience init(path: String, options: ReaderOptions) throws(MaxMindError) {
    let file: DatabaseFile
    do throws(Trouble) {
      file = try DatabaseFile.open(path, options)
    } catch {
      throw error.error(path)
    }
    try self.init(path, file, options)
  }

  init(_ path: String, _ file: DatabaseFile, _ options: ReaderOptions) throws(MaxMindError) {
    self.path = path
    self.file = file
    do throws(Trouble) {
      let parts = try DatabaseParts(file, options)
      (metadata, tree, data) = (parts.metadata, parts.tree, parts.data)
      metadataStart = parts.metadataStart
    } catch {
      throw error.error(path)
    }
  }

  /// How many bytes the file has.
  public var fileSize: Int { file.count }

  /// The error of a fault in this file.
  func damaged(_ fault: MaxMindFault) -> MaxMindError {
    MaxMindError(path: path, kind: .damaged(fault))
  }
}

/// What a reader holds in memory.
struct ReaderOptions {
  /// Up to so many bytes a file is read whole.
  var wholeLimit = 1 << 30
  /// Of a larger one, the bytes of a page.
  var pageSize = 1 << 14
  /// Of a larger one, how many pages are kept.
  var pageCount = 1 << 12
  /// How room for a whole one is found; where there is none it is read by pages.
  var allocate = OwnedBytes.allocate
  /// From how many nodes on the first 16 levels have an index.
  var indexedNodes: UInt32 = 1 << 14
}

// MARK: Looking up

extension MaxMindReader {
  /// Finds an address in the tree, without reading its record.
  ///
  /// IPv4 is found below ::/96, wherever the tree has it. An IPv6 address in a database of IPv4 has
  /// no record. Nothing is allocated.
  /// - Throws: `damaged` where the tree leads nowhere.
  public func find(_ address: IPAddress) throws(MaxMindError) -> Finding {
    // The tree knows where its nodes lie, not whose they are.
    defer { withExtendedLifetime(self) {} }
    do throws(Trouble) {
      return try tree.find(address)
    } catch {
      throw error.error(path)
    }
  }

  /// Looks an address up, and reads its record with all that is in it.
  /// - Returns: Its network, and its record where there is one.
  /// - Throws: `damaged` where the tree leads nowhere, or the record cannot be read or is larger
  ///   than `MaxMindLimits`.
  public func lookUp(_ address: IPAddress) throws(MaxMindError) -> Lookup {
    let found = try find(address)
    guard let offset = found.recordOffset else {
      return Lookup(network: found.network, record: nil)
    }
    return Lookup(network: found.network, record: try record(at: offset))
  }

  /// Reads the record at a place of the data section with all that is in it.
  /// - Parameter offset: As `Finding` and `NetworkRecord` give it.
  /// - Returns: The record.
  /// - Throws: `damaged` where it cannot be read, or is larger than `MaxMindLimits`.
  public func record(at offset: UInt32) throws(MaxMindError) -> MaxMindValue {
    let place = try place(ofRecordAt: offset)
    defer { withExtendedLifetime(place.owner) {} }
    do throws(MaxMindFault) {
      return try MaxMindValue(place.section, at: place.offset)
    } catch {
      throw damaged(error)
    }
  }

  /// Lets `body` read a record where it lies.
  ///
  /// Of a file that is held whole nothing is copied, allocated or looked at before it is asked for;
  /// of a larger one the record is copied first, within `MaxMindLimits`. So a cursor has no limit
  /// of its own but the depth: to go through all of a record whose file is not trusted can take as
  /// long as that file wishes, unless `checkRecord(at:)` was asked about it before.
  /// - Parameters:
  ///   - offset: As `Finding` and `NetworkRecord` give it.
  ///   - body: Takes the record; neither it nor bytes of it may leave the call.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, as the file's error.
  public func withRecord<Result>(
    at offset: UInt32, _ body: (RecordCursor) throws(MaxMindFault) -> Result
  ) throws(MaxMindError) -> Result {
    let place = try place(ofRecordAt: offset)
    defer { withExtendedLifetime(place.owner) {} }
    do throws(MaxMindFault) {
      return try body(RecordCursor(place.section, at: place.offset))
    } catch {
      throw damaged(error)
    }
  }

  /// Looks at a record with all that is in it, and makes nothing of it.
  ///
  /// The time is that of reading `MaxMindLimits.values` values at most. After it `record(at:)` has
  /// the record, and cursors can go through all of it.
  /// - Parameter offset: As `Finding` and `NetworkRecord` give it.
  /// - Throws: `damaged` where it cannot be read, or is larger than `MaxMindLimits`.
  public func checkRecord(at offset: UInt32) throws(MaxMindError) {
    let place = try place(ofRecordAt: offset)
    defer { withExtendedLifetime(place.owner) {} }
    var checker = RecordChecker(dataLength: data.count)
    do throws(MaxMindFault) {
      try checker.check(place.section, at: place.offset)
    } catch {
      throw damaged(error)
    }
  }

  /// A record's bytes, as long as their owner lives.
  func place(ofRecordAt offset: UInt32) throws(MaxMindError) -> RecordPlace {
    do throws(Trouble) { return try place(at: offset) } catch { throw error.error(path) }
  }

  func place(at offset: UInt32) throws(Trouble) -> RecordPlace {
    switch file {
    case .whole(let bytes):
      let part = UnsafeRawBufferPointer(rebasing: bytes.bytes[data])
      let section = DataSection(bytes: part, fileOffset: data.lowerBound)
      return RecordPlace(section: section, offset: Int(offset), owner: bytes)
    case .paged(let paged):
      var copier = RecordCopier(paged, data: data)
      let copy = OwnedBytes(try copier.copy(recordAt: Int(offset)))
      let start = data.lowerBound &+ Int(offset)
      let section = DataSection(bytes: copy.bytes, fileOffset: start, isOfFile: false)
      return RecordPlace(section: section, offset: 0, owner: copy)
    }
  }
}

/// A record's bytes, as long as their owner lives.
struct RecordPlace {
  let section: DataSection
  let offset: Int
  let owner: OwnedBytes
}

/// What a database has of an address.
public struct Lookup: Hashable, Sendable {
  /// The largest network that has the address, and the same record for all that is in it.
  public let network: AddressPrefix
  /// The record; `nil` where there is none.
  public let record: MaxMindValue?
}
