import IPGeoCore
import IPGeoISS
import Testing

@Suite struct StationFixTests {
  @Test func `is a position with its time`() throws {
    let fix = try fix(-51.5, 180, 1_700_000_000)
    #expect(fix.position.longitude == 180)
    #expect(fix.timestamp == 1_700_000_000)
  }

  @Test func `grows old by the seconds, and is never younger than now`() throws {
    let fix = try fix(0, 0, 1_700_000_000)
    #expect(fix.age(at: 1_700_000_003) == 3 && fix.lead(at: 1_700_000_003) == 0)
    #expect(fix.age(at: 1_699_999_990) == 0 && fix.lead(at: 1_699_999_990) == 10)
    #expect(fix.age(at: .max) == .max - 1_700_000_000)
    #expect(fix.age(at: .min) == 0 && fix.lead(at: .min) == .max)
  }
}
