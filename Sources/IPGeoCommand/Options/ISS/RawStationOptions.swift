/// The options of `ipgeo iss` as they were typed: each is nil or false where it was not.
struct RawStationOptions: Hashable, Sendable {
  var format: StationFormat?
  var map: String?
  var watches = false
  var every: Int64?
  var url: String?
  var timeout: Int64?
  var color: WhenChoice?
  var verbosity: RawBatchOptions.Verbosity?
}

/// The form of what `ipgeo iss` prints.
enum StationFormat: String, OptionChoice {
  case text, json
}
