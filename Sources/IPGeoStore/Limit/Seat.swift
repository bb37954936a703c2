/// A bucket's place among all that use a limit file; it is left when the bucket goes.
final class Seat: Sendable {
  let file: LimitFile
  let host: String
  let endpoint: String
  let owner = Int64.random(in: 1...Int64.max)

  init(file: LimitFile, host: String, endpoint: String) {
    self.file = file
    self.host = host
    self.endpoint = endpoint
  }

  deinit {
    let owner = owner
    _ = file.use { tables throws(DatabaseError) in
      try tables.statement("DELETE FROM contenders WHERE owner = ?1", owner).run()
    }
  }
}
