import Foundation

/// A line as `ipgeo cache export` writes it, of a located answer; what is not named is left out.
func answerLine(
  _ address: String, language: String = "en", askedAt: String = "2026-01-02T03:04:05Z",
  city: String = "Ashburn"
) -> String {
  """
  {"address":"\(address)","provider":"ip-api","language":"\(language)","asked_at":"\(askedAt)",\
  "status":"located","city":"\(city)","lat":39.03,"lon":-77.5}

  """
}

/// An instant so many days before now, as lines write it.
func daysAgo(_ days: Double) -> String {
  let instant = Date(timeIntervalSinceNow: -days * 86_400)
  return ISO8601DateFormatter().string(from: instant)
}

extension Scene {
  /// Runs `ipgeo cache` to its end.
  func cache(
    _ arguments: [String], input: RunInput = .null, output: RunOutput = .collected,
    variables: [String: String?] = [:]
  ) async throws -> RunResult {
    try await start(["cache"] + arguments, input: input, output: output, variables: variables)
      .result()
  }

  /// What `ipgeo cache stats` says of a store.
  func statistics(_ arguments: [String] = []) async throws -> NSDictionary {
    let result = try await cache(["stats", "--format", "json"] + arguments)
    let object = try JSONSerialization.jsonObject(with: Data(result.output))
    return object as? NSDictionary ?? [:]
  }

  /// How many answers a store holds.
  func answers(_ arguments: [String] = []) async throws -> Int {
    try await statistics(arguments)["answers"] as? Int ?? -1
  }
}
