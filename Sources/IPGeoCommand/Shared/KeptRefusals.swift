internal import IPGeoAPI
internal import IPGeoStore

/// A service's refusals (403), as the limit file holds them.
struct KeptRefusals: RefusalMemory {
  let file: LimitFile
  let host: String

  func standing() -> Int64? { file.refusal(host: host)?.remaining }
  func refused() -> Int64 { file.refuse(host: host).remaining }
  func succeeded() { file.succeeded(host: host) }
}
