import Foundation
import Testing

@testable import IPGeoCommand
@testable import IPGeoEnrichment

private struct Case: Sendable, CustomTestStringConvertible {
  let name: String
  let ending: RunEnding
  var signal: Int32?
  var isStrict = false
  var failAbove = Percentage.zero
  var hasWriteError = false
  let change: @Sendable (inout RunReport) -> Void

  init(
    _ name: String, _ ending: RunEnding, signal: Int32? = nil, isStrict: Bool = false,
    failAbove: Percentage = .zero, hasWriteError: Bool = false,
    _ change: @escaping @Sendable (inout RunReport) -> Void = { _ in }
  ) {
    self.name = name
    self.ending = ending
    self.signal = signal
    self.isStrict = isStrict
    self.failAbove = failAbove
    self.hasWriteError = hasWriteError
    self.change = change
  }

  var testDescription: String { name }
}

private let alone = [
  Case("all is well, one record is invalid", .code(.done)),
  Case("no records", .code(.done)) { $0 = RunReport() },
  Case("a look-up failed", .code(.failures)) { $0.fail(1) },
  Case("an address was not asked", .code(.failures)) { $0.fail(1, asked: false) },
  Case("no record holds an address", .code(.badInput)) { $0.holdNoAddress() },
  Case("an input is no text", .code(.badInput)) { $0.meetBinary() },
  Case("an input is missing", .code(.unreadableInput)) { $0.missInput() },
  Case("the run stopped asking", .code(.unavailable)) { $0.stop() },
  Case("SIGTERM", .signal(SIGTERM), signal: SIGTERM),
  Case("the reader has gone", .signal(SIGPIPE)) { $0.loseReader() },
  Case("the disk is full", .code(.writeFailed)) { $0.fillDisk() },
  Case("the summary could not be finished", .code(.writeFailed), hasWriteError: true),
  Case("failure records could not be written", .code(.writeFailed)) {
    $0.fillDisk()
    swap(&$0.outputError, &$0.failuresError)
  },
  Case("the records do not add up", .code(.wrongSums)) { $0.counts.records += 1 },
  Case("the addresses do not add up", .code(.wrongSums)) { $0.counts.known += 1 },
]

private let shares = [
  Case("2 of 6 at 33.3333 %", .code(.failures), failAbove: Percentage(millionths: 333_333)) {
    $0.fail(2)
  },
  Case("2 of 6 at 33.3334 %", .code(.done), failAbove: Percentage(millionths: 333_334)) {
    $0.fail(2)
  },
  Case("all at 100 %", .code(.done), failAbove: Percentage(millionths: 1_000_000)) { $0.fail(6) },
  Case(
    "what is left out is no look-up", .code(.failures), failAbove: Percentage(millionths: 160_000)
  ) {
    $0.fail(1)
    $0.counts.addresses += 1_000
    $0.counts.unasked += 1_000
    $0.counts.leftOut = 1_000
  },
  Case("known answers are look-ups", .code(.done), failAbove: Percentage(millionths: 166_667)) {
    $0.fail(1)
    $0.counts.asked -= 5
    $0.counts.known += 5
  },
]

private let strict = [
  Case("strict, and a record is invalid", .code(.failures), isStrict: true),
  Case("strict, and all are good", .code(.done), isStrict: true) {
    $0.counts.invalid = 0
    $0.counts.located += 1
  },
  Case("strict, and there are none", .code(.badInput), isStrict: true) { $0 = RunReport() },
  Case("strict, and none came before the signal", .signal(SIGINT), signal: SIGINT, isStrict: true) {
    $0 = RunReport()
  },
  Case("strict, and the reader left before the first", .signal(SIGPIPE), isStrict: true) {
    $0 = RunReport()
    $0.loseReader()
  },
]

/// Each beside all that it comes before.
private let ranked = [
  Case("70 before 74", .code(.wrongSums), signal: SIGINT, hasWriteError: true) {
    $0.counts.records += 1
    $0.stop()
    $0.missInput()
  },
  Case("74 before a signal", .code(.writeFailed), signal: SIGINT, hasWriteError: true) {
    $0.stop()
  },
  Case("a full disk before a signal", .code(.writeFailed), signal: SIGTERM) { $0.fillDisk() },
  Case("a signal before 69", .signal(SIGINT), signal: SIGINT) {
    $0.stop()
    $0.missInput()
    $0.fail(1)
  },
  Case("Ctrl-C before the pipe that it broke", .signal(SIGINT), signal: SIGINT) {
    $0.loseReader()
  },
  Case("69 before 66", .code(.unavailable)) {
    $0.stop()
    $0.missInput()
    $0.fail(3)
  },
  Case("66 before 65", .code(.unreadableInput)) {
    $0.holdNoAddress()
    $0.missInput()
    $0.meetBinary()
  },
  Case("65 before 2", .code(.badInput), isStrict: true) {
    $0.meetBinary()
    $0.fail(1)
  },
  Case("sums mean nothing once rows are lost", .code(.writeFailed)) {
    $0.fillDisk()
    $0.counts.records += 1
  },
]

@Suite struct BatchEndingTests {
  @Test(arguments: alone + shares + strict + ranked)
  private func `ends as the manual says`(given: Case) {
    let ending = BatchEnding(
      report: wholeReport(given.change), signal: given.signal, isStrict: given.isStrict,
      failAbove: given.failAbove, hasWriteError: given.hasWriteError)
    #expect(ending.ending == given.ending)
  }

  @Test func `rows take their name at 0, 2 and 3 alone`() {
    for code in ExitCode.allCases {
      #expect(RunEnding.code(code).finishesOutput == [0, 2, 3].contains(code.rawValue), "\(code)")
    }
    #expect(!RunEnding.signal(SIGINT).finishesOutput)
  }
}
