internal import IPGeoRateLimit

/// What is wrong with a command line or its environment, as evidence; `message` words it.
enum UsageError: Error, Hashable, Sendable {
  /// No option of that name; `nearest` is the one it looks most like.
  case unknownOption(String, nearest: String?, command: String)
  /// An option of a command, as `batch` or `cache export`, stands before that command's name.
  case optionBeforeCommand(String, command: String)
  /// A long name after a single dash.
  case singleDash(String, command: String)
  /// An option stands last, or before `next`, which is an option itself.
  case missingValue(option: String, placeholder: String, next: String?, command: String)
  /// The value is the empty text.
  case emptyValue(option: String, placeholder: String)
  /// A flag was given a value.
  case valueForFlag(option: String, value: String)
  /// The value is not one; `origin` is an option or an environment variable.
  case badValue(origin: String, value: String, ValueFault)
  /// The value is not one, and may hold a secret: it is not repeated.
  case badSecretValue(origin: String, ValueFault)
  /// An operand is the empty text, as an unset variable in quotes is.
  case emptyOperand
  /// No address is named, or one is the empty text, as an unset variable in quotes is.
  case noAddress(isEmpty: Bool)
  /// No database is named, or one is the empty text, as an unset variable in quotes is.
  case noDatabase(isEmpty: Bool)
  /// No JSON Schema is named, or there is none of that name.
  case noSchema(String?)
  /// `-` where a database is to be named, which is read at many places.
  case databaseFromStream
  /// Standard input is named more than once.
  case repeatedStandardInput
  /// A word where none is taken.
  case unexpectedOperand(String, command: String)

  /// No command of that name; `group` is what it should be a word of.
  case unknownCommand(String, nearest: String?, group: String = "ipgeo")
  /// No shell is named whose completion is wanted, or the name is empty.
  case noShell
  /// There is no completion for that shell; `nearest` is the one it looks most like.
  case unknownShell(String, nearest: String?)
  /// No page of the manual of that name; `nearest` is the one it looks most like.
  case unknownPage(String, nearest: String?)
  /// An address stands where the command should.
  case addressAsCommand(String)
  /// A path stands where the command should.
  case pathAsCommand(String)

  /// The output's extension names no format.
  case unknownExtension(path: String, String)
  /// The extension of a map's file names no kind of map.
  case unknownMapExtension(path: String)
  /// The extension of a summary's file names no form of it.
  case unknownSummaryExtension(path: String)
  /// `-` for a file that cannot be standard output.
  case notAStream(option: String)
  /// Two options, or an option and what is said with it, that exclude each other.
  case excludes(String, String)
  /// An option that says nothing without another one.
  case needs(option: String, String)
  /// One's own address is wanted where a database is to answer alone.
  case ownOfDatabase
  /// A rate above the published one, on the public service, without a key.
  case rateAbovePublished(option: String, RateLimit, published: RateLimit)
  /// The file of the key cannot be read.
  case keyFileUnreadable(path: String, why: String)
  /// The file of the key holds none.
  case keyFileEmpty(path: String)
}
