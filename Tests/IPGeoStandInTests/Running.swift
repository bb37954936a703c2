import Foundation
import Testing

@testable import IPGeoStandIn

/// Runs a test's steps against a server of its own.
func withServer(
  _ configure: (inout StandInServer.Configuration) -> Void = { _ in },
  _ steps: (StandInServer, RawClient) throws -> Void
) throws {
  var configuration = StandInServer.Configuration()
  configure(&configuration)
  let server = try StandInServer(configuration: configuration)
  defer { server.stop() }
  let client = try #require(RawClient(port: server.port))
  try steps(server, client)
}

/// A batch's body of texts.
func batch(_ queries: [String]) -> String {
  "[" + queries.map { "\"\($0)\"" }.joined(separator: ",") + "]"
}

/// The keys of a JSON object in the order in which they stand.
func keys(_ json: String) -> [String] {
  var keys: [String] = []
  for match in json.matches(of: /"([A-Za-z]+)":/) { keys.append(String(match.1)) }
  return keys
}
