/// The options of `ipgeo lookup` as they were typed: each is nil or false where it was not.
struct RawLookupOptions: Hashable, Sendable {
  var addresses: [String] = []
  var asksOwn = false
  var resolvesNames = false
  var format: LookupFormat?
  var map: String?
  var opensMap = false
  var showsAddresses = false
  /// Those that `batch` has, too.
  var shared = RawBatchOptions()
}

/// The forms of what `ipgeo lookup` says.
enum LookupFormat: String, OptionChoice {
  case text, json, jsonl, csv, value
}
