/// What a line of an access log looks like, as the summary names it.
enum LogShape: String, Hashable, CaseIterable {
  case combined
  case common
  /// The host that was asked stands before the client.
  case virtualHost = "vhost"
  /// syslog or journald put something before the line.
  case syslog
  /// A container's log driver put something before the line.
  case container
  case squid = "Squid"
  case loadBalancer = "load balancer"
  case objectStore = "object store"
  /// Only that the client stands before a date.
  case other = "client before date"

  /// Tells by the quoted parts that follow the date.
  static func ofRest(_ bytes: UnsafeRawBufferPointer, _ rest: Range<Int>) -> LogShape {
    let quotes = bytes[rest].count { $0 == LogWords.quote }
    return quotes >= 6 ? .combined : quotes >= 2 ? .common : .other
  }
}
