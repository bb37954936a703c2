internal import IPGeoAddresses

/// The text of `--shard`: a part's number and how many there are, as `2/5`.
enum ShardText {
  static func parse(_ text: String) throws(ValueFault) -> AddressShard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = WholeNumber.digits(parts[0]),
      let count = WholeNumber.digits(parts[1]), let shard = AddressShard(number, of: count)
    else {
      throw ValueFault(
        "is not one of some parts, such as 2/5: from 1/1 to "
          + "\(AddressShard.maximumCount)/\(AddressShard.maximumCount)")
    }
    return shard
  }
}
