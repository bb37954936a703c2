import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoEnrichment
import IPGeoRecords
import Testing

/// What is handed out of a run's distinct addresses at its end.
@Suite struct EachAddressTests {
  private func handedOut(
    _ text: String, _ change: (inout BatchRun.Configuration) -> Void = { _ in }
  ) async throws -> [String] {
    let input = try ScratchFile(text)
    let output = try ScratchFile()
    let provider = ScriptedProvider { address in
      address.description == "9.9.9.9" ? .unknown(.noData) : .located(address)
    }
    let run = try BatchRun(Runs.configuration(input.path, change), provider: provider)
    let sink = try output.sink()
    var lines: [String] = []
    _ = await run.run(
      to: sink,
      eachAddress: { address in
        var what = address.outcome.outcome.status.word
        if case .located(let view) = address.outcome, let city = view.city {
          what = String(decoding: city, as: UTF8.self)
        }
        lines.append("\(address.address) \(what) \(address.records) \(address.hits)")
      })
    try sink.close()
    return lines
  }

  private let list = "  7 8.8.8.8\n9.9.9.9\n10.0.0.1\nx\n8.8.8.8\n"

  @Test func `each address comes once, with its records`() async throws {
    #expect(
      try await handedOut(list) == [
        "8.8.8.8 city of 8.8.8.8 2 2", "9.9.9.9 unknown 1 1", "10.0.0.1 special 1 1",
      ])
  }

  @Test func `with one row per address hits are what lines count`() async throws {
    let lines = try await handedOut(list) {
      $0.selection = .distinct(byHits: false, top: nil)
    }
    #expect(lines.map { $0.suffix(3) } == ["2 8", "1 1", "1 1"])
    let top = try await handedOut(list) { $0.selection = .distinct(byHits: true, top: 1) }
    #expect(top.count == 1 && top[0].hasPrefix("8.8.8.8 "))
  }

  @Test func `of an input that is refused nothing comes`() async throws {
    #expect(try await handedOut("ip,remote_addr\n8.8.8.8,8.8.4.4\n").isEmpty)
    #expect(try await handedOut("").isEmpty)
  }
}
