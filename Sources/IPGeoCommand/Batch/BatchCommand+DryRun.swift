internal import IPGeoRecords

extension BatchCommand {
  func dryRun(_ fields: [Field]) async throws(CommandFault) -> RunEnding { .code(.done) }
}
