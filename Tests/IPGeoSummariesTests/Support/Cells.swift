import IPGeoAddresses
import IPGeoCore

@testable import IPGeoSummaries

/// A row of a table that tests write.
struct SampleRow {
  var status: Status? = .located
  var hits: UInt64 = 1
  var address = ""
  var code = ""
  var country = ""
  var region = ""
  var city = ""
  var timezone = ""
  var asn: UInt32?
  var network = ""
  var position: Position?
  var reason = ""
}

/// What sample rows come to.
func tallied(_ rows: [SampleRow]) -> Tallied {
  var tally = Tally()
  for sample in rows {
    var row = TallyRow()
    row.status = sample.status
    row.hits = sample.hits
    row.position = sample.position
    row.asn = sample.asn
    row.client = IPAddress(sample.address).map { .address($0) } ?? .unnamed
    let texts = [
      sample.code, sample.country, sample.region, sample.city, sample.timezone, sample.network,
    ].map { Array($0.utf8) }
    let reason = Array(sample.reason.utf8)
    texts[0].withUnsafeBytes { code in
      texts[1].withUnsafeBytes { country in
        texts[2].withUnsafeBytes { region in
          texts[3].withUnsafeBytes { city in
            texts[4].withUnsafeBytes { timezone in
              texts[5].withUnsafeBytes { network in
                (row.countryCode, row.country, row.region) = (code, country, region)
                (row.city, row.timezone, row.network) = (city, timezone, network)
                reason.withUnsafeBytes {
                  row.reason = $0
                  tally.add(row)
                }
              }
            }
          }
        }
      }
    }
  }
  return tally.finish()
}

extension Summary {
  func table(_ subject: Subject) -> Table {
    tables.first { $0.subject == subject } ?? tables[0]
  }
}
