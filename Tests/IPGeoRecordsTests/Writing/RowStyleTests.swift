import IPGeoRecords
import Testing

@Suite struct RowStyleTests {
  @Test func `is usually our columns alone`() {
    let style = RowStyle.usual(.tsv)
    #expect(style.delimiter == 0x09 && style.passing == .nothing && style.prefix.isEmpty)
    #expect(style.nest == "geo" && !style.isCSVSafe && !style.isExcel && style.table == nil)
    #expect(RowStyle.usual(.csv).delimiter == 0x2C)
  }

  @Test(
    arguments: [
      ("ip,country", "geo_", nil), ("ip,GEO_Country", "geo_", "geo_country"),
      ("Country,IP", "", "ip"), ("\"City\"", "", "city"), ("ÉTÉ_ip", "été_", "été_ip"),
      ("ΟΔΟΣ_ip", "οδος_", "οδος_ip"), ("STRASSE_ip", "straße_", "straße_ip"),
      ("geo_zip", "geo_", nil),
    ] as [(String, String, String?)])
  func `tells a name that the caller has already`(header: String, prefix: String, name: String?) {
    let layout = table(header)
    let style = passingCells(layout, prefix: prefix)
    #expect(style.clash(with: layout, fields: [.ip, .country, .city]) == name)
  }
}
