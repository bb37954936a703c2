internal import IPGeoRateLimit

/// How instants get from one start of the machine to the next.
extension LimitTables {
  /// Notes how far the wall clock is ahead, for the next start of the machine.
  func noteClocks() throws(DatabaseError) {
    let ahead = clocks.wall() &- clocks.boot()
    if let wallAhead, duration(from: min(wallAhead, ahead), to: max(wallAhead, ahead)) < second {
      return
    }
    try statement("UPDATE machine SET wall_ahead = ?1 WHERE id = 1", ahead).run()
    wallAhead = ahead
  }

  /// Carries over what an earlier start of the machine has left: by the wall clock, and at most what
  /// each instant could lie ahead when it was made.
  func arrive() throws(DatabaseError) {
    let (boot, wall) = (clocks.boot(), clocks.wall())
    let machine = try statement("SELECT boot, wall_ahead FROM machine WHERE id = 1")
    let isKnown = try machine.step()
    let (name, ahead) = isKnown ? (machine.text(0), machine.integer(1)) : ("", 0)
    machine.reset()
    if isKnown, let now = clocks.bootID, now == name { return try noteClocks() }
    // An instant t of the old clock is now - (wall - ahead) + t on the new one.
    let shift = boot &- (wall &- ahead)
    if isKnown {
      // Without a name, this may be another start of the machine as well as not.
      if clocks.bootID == nil, name.isEmpty, try !isBehindFile(boot) {
        try delay(shift: shift, now: boot)
      } else {
        try carryOver(shift: shift, now: boot)
      }
    }
    let store = try statement(
      "INSERT OR REPLACE INTO machine(id, boot, wall_ahead) VALUES(1, ?1, ?2)")
    store.bind(1, clocks.bootID ?? "")
    store.bind(2, wall &- boot)
    try store.run()
    wallAhead = wall &- boot
  }

  private func carryOver(shift: Int64, now: Int64) throws(DatabaseError) {
    // No request of before is under way any more.
    try statement(
      """
      UPDATE spends SET granted_at = ?2 - 3 * span,
        back_at = ?2 + min(max(coalesce(back_at, granted_at + timeout + span) + ?1 - ?2, 0), span)
      """, shift, now
    ).run()
    for (table, length) in [("caps", "length"), ("refusals", "length")] {
      try statement(
        "UPDATE \(table) SET until = ?2 + min(max(until + ?1 - ?2, 0), \(length))", shift, now
      ).run()
    }
    try statement(
      "UPDATE endpoints SET held_until = ?2 + min(max(held_until + ?1 - ?2, 0), held_for)", shift,
      now
    ).run()
    try database.execute("DELETE FROM contenders")
  }

  /// Whether the clock has started anew since the file was written: it only ever goes on.
  private func isBehindFile(_ now: Int64) throws(DatabaseError) -> Bool {
    let latest = try statement("SELECT max(granted_at) FROM spends")
    defer { latest.reset() }
    return try latest.step() && now < latest.integer(0)
  }

  /// Where the machine may have started anew or not, each instant is the later of the two that it
  /// may be, and still at most what it could lie ahead: a wall clock that was set sets nothing free.
  private func delay(shift: Int64, now: Int64) throws(DatabaseError) {
    try statement(
      """
      UPDATE spends SET granted_at = max(granted_at, min(granted_at + ?1, ?2)),
        back_at = max(back_at, ?2 + min(max(back_at + ?1 - ?2, 0), span))
      """, shift, now
    ).run()
    for table in ["caps", "refusals"] {
      try statement(
        "UPDATE \(table) SET until = max(until, ?2 + min(max(until + ?1 - ?2, 0), length))", shift,
        now
      ).run()
    }
    try statement(
      """
      UPDATE endpoints
      SET held_until = max(held_until, ?2 + min(max(held_until + ?1 - ?2, 0), held_for))
      """, shift, now
    ).run()
  }
}
