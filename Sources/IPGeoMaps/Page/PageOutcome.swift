internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoRecords
internal import IPGeoSummaries

/// What the page says of its hits before anything else: how many there are, and what became of them.
struct PageOutcome {
  let statuses: StatusTally
  let totalHits: UInt64
  /// Each address counts once; `nil` where it is not known how many there are.
  let addresses: UInt64?
  let hitsWithoutPosition: UInt64

  /// Sums up cells; `shared` has those of each address that several have.
  init(_ cells: [TallyCell], shared: [[Int]], knowsAddresses: Bool = true) {
    statuses = StatusTally(cells)
    totalHits = statuses.total
    var addresses: UInt64 = 0
    var unplaced: UInt64 = 0
    for cell in cells {
      addresses.addUpTo(UInt64(max(0, cell.addressCount)))
      if cell.key.position == nil { unplaced.addUpTo(cell.hits) }
    }
    let repeats = shared.reduce(0) { $0 + UInt64(max(0, $1.count - 1)) }
    self.addresses = knowsAddresses ? addresses - min(repeats, addresses) : nil
    hitsWithoutPosition = unplaced
  }

  /// The sum that stands beside the title until the script takes it over: `sumText` in `filters.js`.
  var sum: String {
    guard let addresses else { return PictureWords.hits(totalHits) }
    let words = addresses == 1 ? "address" : "addresses"
    return "\(PictureWords.hits(totalHits)) of \(addresses.groupedDigits) \(words)"
  }

  /// What is wrong with the hits as a whole.
  struct Notice {
    let words: String
    /// Its class on the page: one for what is nobody's failure, for failures, and where more hits failed
    /// than are located.
    let kind: StaticString
  }

  /// What is wrong, in a sentence or two; `nil` where nothing is.
  var notice: Notice? {
    if totalHits == 0 {
      return Notice(words: "Nothing to show: there was no row to count.", kind: "plain")
    }
    let failed = statuses.hits(of: .failed)
    if failed > 0 {
      return Notice(
        words: failedWords(failed), kind: failed > statuses.placed ? "failed whole" : "failed")
    }
    if statuses.placed > 0 { return nil }
    return Notice(words: "No hit is located, so that the map is empty.", kind: "plain")
  }

  private func failedWords(_ failed: UInt64) -> String {
    let why = statuses.parts.first { $0.status == .failed }?.reasonWords ?? ""
    let reasons = why.isEmpty ? "" : ": \(why)"
    let noun = totalHits == 1 ? "hit" : "hits"
    let advice = "A later run can ask again."
    if failed == totalHits { return "All \(PictureWords.hits(failed)) failed\(reasons). \(advice)" }
    let share = PictureWords.share(failed, of: totalHits)
    return
      "\(failed.groupedDigits) of \(totalHits.groupedDigits) \(noun) failed (\(share))\(reasons). "
      + advice
  }

  /// Appends what became of the hits, as a list; nothing where there is nothing to tell.
  func appendStatuses(to buffer: inout ByteBuffer) {
    var items: [(words: String, kind: StaticString)] = []
    if statuses.isTold {
      items = statuses.parts.map { part in
        let why = part.reasonWords
        return (
          "\(part.hits.groupedDigits) \(part.word)" + (why.isEmpty ? "" : " (\(why))"),
          part.status == .failed ? " class=\"failed\"" : ""
        )
      }
    }
    if hitsWithoutPosition > 0 {
      items.append(("\(hitsWithoutPosition.groupedDigits) without a position", ""))
    }
    if items.isEmpty { return }
    buffer.append("<ul id=\"outcome\">")
    for (words, kind) in items {
      buffer.append("<li")
      buffer.append(kind)
      buffer.append("><bdi>")
      XMLText.append(words, to: &buffer)
      buffer.append("</bdi></li>")
    }
    buffer.append("</ul>\n")
  }

  /// Appends the notice, if there is one.
  func appendNotice(to buffer: inout ByteBuffer) {
    guard let notice else { return }
    buffer.append("<p id=\"notice\" class=\"")
    buffer.append(notice.kind)
    buffer.append("\">")
    XMLText.append(notice.words, to: &buffer)
    buffer.append("</p>\n")
  }
}
