import Foundation
import IPGeoAddresses
import IPGeoCore
import Synchronization

@testable import IPGeoStore

/// A folder that lives as long as a test.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "ipgeo-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// What a store or a limit file had to say.
final class Notices: Sendable {
  private let list = Mutex<[StoreNotice]>([])

  func take(_ notice: StoreNotice) { list.withLock { $0.append(notice) } }

  var all: [StoreNotice] { list.withLock { $0 } }
}

let english = AnswerKind(provider: "ip-api", language: "en")

/// A day in 2026.
let today: Int64 = 1_780_000_000

func address(_ text: String) throws -> IPAddress {
  struct NoAddress: Error {}
  guard let address = IPAddress(text) else { throw NoAddress() }
  return address
}

func somewhere(_ city: String = "Ashburn") -> Location {
  var location = Location()
  location.continent = "North America"
  location.continentCode = "NA"
  location.country = "United States"
  location.countryCode = "US"
  location.region = "Virginia"
  location.regionCode = "VA"
  location.city = city
  location.zip = "20149"
  location.latitude = 39.03
  location.longitude = -77.5
  location.timezone = "America/New_York"
  location.utcOffset = -14400
  location.currency = "USD"
  location.isp = "Google LLC"
  location.organization = "Google Public DNS"
  location.asn = 15169
  location.asOrganization = "Google LLC"
  location.asName = "GOOGLE"
  location.isMobile = false
  location.isHosting = true
  return location
}

extension AnswerStore {
  /// What is known, by place.
  func known(
    _ addresses: [IPAddress], kind: AnswerKind = english, wantsReverse: Bool = false,
    ages: AnswerAges = AnswerAges(), now: Int64 = today
  ) -> [Int: Outcome] {
    var found: [Int: Outcome] = [:]
    lookUp(addresses, kind: kind, wantsReverse: wantsReverse, ages: ages, now: now) {
      place, outcome, _ in found[place] = outcome
    }
    return found
  }

  func keep(_ outcome: Outcome, for address: IPAddress, at askedAt: Int64 = today) {
    keep(
      [StoredAnswer(address: address, outcome: outcome, askedAt: askedAt)], kind: english,
      now: today)
  }
}

func mode(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
}
