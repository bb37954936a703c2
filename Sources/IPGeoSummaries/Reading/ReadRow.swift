internal import IPGeoCore

/// What a row's values say.
struct ReadRow {
  /// What is counted of it; texts lie in the bytes that it was read from.
  var row = TallyRow()
  /// Whether its coordinates are no place, and why.
  var place = RowText.Place.none
  /// Whether its hits are no number.
  var hasBadHits = false
  /// Whether rows of its shape do not say whose they are.
  var lacksClients = false
  /// Whether it has none of the fields that the first rows have, and no others of ours.
  var lacksFields = false
  /// Whether some value is what only a row has, not a header: an address, a status, a number.
  var isSurely = false

  @inline(__always)
  init(_ values: borrowing RowValues, in bytes: UnsafeRawBufferPointer) {
    row.status = RowText.status(of: values, in: bytes)
    row.reason = values.value(.reason, in: bytes)
    isSurely = row.status != nil
    let hits = values.value(.hits, in: bytes)
    if !hits.isEmpty {
      if let number = RowText.whole(hits) {
        row.hits = number
        isSurely = true
      } else {
        hasBadHits = true
      }
    }
    row.client = RowText.client(values.value(.client, in: bytes))
    if case .address = row.client { isSurely = true }
    place = RowText.position(
      values.value(.latitude, in: bytes), values.value(.longitude, in: bytes))
    if case .some(let position) = place {
      row.position = position
      isSurely = true
    }
    row.countryCode = values.value(.countryCode, in: bytes)
    row.country = values.value(.country, in: bytes)
    row.region = values.value(.region, in: bytes)
    row.city = values.value(.city, in: bytes)
    row.timezone = values.value(.timezone, in: bytes)
    var number = values.value(.asn, in: bytes)
    row.network = values.value(.asOrganization, in: bytes)
    if values.areServices { (number, row.network) = RowText.autonomousSystem(number) }
    if row.network.isEmpty { row.network = values.value(.organization, in: bytes) }
    if row.network.isEmpty { row.network = values.value(.isp, in: bytes) }
    row.asn = RowText.whole(number).flatMap { UInt32(exactly: $0) }
    if row.asn != nil { isSurely = true }
  }
}
