internal import IPGeoAPI
internal import IPGeoMaxMind

/// Opens the databases of a run, before anything else is opened.
enum OpenDatabases {
  /// The databases that the options name, put together; nil where they name none.
  /// - Throws: Where one cannot be read (66), or is something else (65).
  static func answers(_ options: BatchOptions) throws(CommandFault) -> MaxMindAnswers? {
    if options.databases.isEmpty { return nil }
    var readers: [MaxMindReader] = []
    for path in options.databases {
      do throws(MaxMindError) {
        readers.append(try MaxMindReader(path: path))
      } catch {
        throw CommandFault(error)
      }
    }
    return MaxMindAnswers(readers, language: options.asking.language.rawValue)
  }
}

extension CommandFault {
  /// What ends a command over a database: the file cannot be read, or is none that can be used.
  ///
  /// The message has the path as it was given: what shows it escapes it.
  init(_ error: MaxMindError) {
    switch error.kind {
    case .unreadable: self.init(.unreadableInput, error.description)
    case .otherFile, .damaged: self.init(.badInput, error.description)
    }
  }
}
