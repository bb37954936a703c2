internal import IPGeoAPI
internal import IPGeoMaxMind
internal import IPGeoRecords

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
        throw CommandFault(error.exitCode, VisibleText.escape(error.description))
      }
    }
    return MaxMindAnswers(readers, language: options.asking.language.rawValue)
  }
}

extension MaxMindError {
  /// What a command ends with that cannot use the file.
  var exitCode: ExitCode {
    switch kind {
    case .unreadable: .unreadableInput
    case .otherFile, .damaged: .badInput
    }
  }
}
