/// Why a file of ours cannot be used.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is somebody else's; it was left alone.
  case foreign(path: String)
  /// A newer version of the program made the file; it was left alone.
  case newer(path: String, version: Int)
  /// The file or its folder cannot be made, opened, read or written.
  case unusable(path: String, why: String)
  /// Others held the file locked for all the time that we may wait.
  case locked(path: String)
  /// There is no room left for the file.
  case full(path: String)

  /// One line for a person, without a full stop.
  public var description: String {
    switch self {
    case .foreign(let path): "\(path) is not ipgeo's: it is left alone"
    case .newer(let path, let version):
      "\(path) was made by a newer ipgeo (form \(version)): it is left alone"
    case .unusable(let path, let why): "\(path) cannot be used: \(why)"
    case .locked(let path): "\(path) is locked by another process"
    case .full(let path): "\(path) cannot grow: no space left on device"
    }
  }

  init(_ error: DatabaseError, path: String) {
    switch error.kind {
    case .busy: self = .locked(path: path)
    case .full: self = .full(path: path)
    case .readOnly: self = .unusable(path: path, why: "it is read-only")
    default: self = .unusable(path: path, why: error.message)
    }
  }
}

/// Something about a file of ours that a person should hear once; the run goes on.
public enum StoreNotice: Hashable, Sendable, CustomStringConvertible {
  /// A damaged file was set aside under another name, and a new one begun.
  case replaced(path: String, aside: String)
  /// The file can be read only: nothing new is kept.
  case readOnly(path: String)
  /// Nothing more is kept in this run, for that reason; what is there can still be read.
  case notKept(StoreError)
  /// Some look-ups could not be made, for that reason: those addresses count as not known.
  case notRead(StoreError)
  /// The file is not used any more in this run.
  case abandoned(StoreError)
  /// The file system is no local one, so that another, slower journal is kept.
  case otherJournal(path: String, mode: String)

  /// One line for a person, without a full stop.
  public var description: String {
    switch self {
    case .replaced(let path, let aside):
      "\(path) was damaged: it is now \(aside), and a new one begun"
    case .readOnly(let path): "\(path) is read-only: new answers are not kept"
    case .notKept(let error): "new answers are not kept: \(error)"
    case .notRead(let error): "some known answers could not be read: \(error)"
    case .abandoned(let error): "\(error)"
    case .otherJournal(let path, let mode):
      "\(path) is not on a local disk: it is kept with SQLite's \(mode) journal, which is slower"
    }
  }
}
