import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoSummaries

private let head = "ip,status,country,city,lat,lon"

@Suite struct RowsReadingTests {
  @Test func `reads our columns alone`() throws {
    let rows = try ReadRows(
      head
        + "\n8.8.8.8,located,A,\"x, \"\"y\"\"\",1.5,-2\n10.0.0.1,special,,,,\n1.1.1.1,located,B,,0,0\n"
    )
    #expect(rows.countries == ["A": 1, "B": 1])
    #expect(rows.tallied.cells[0].key.city == "x, \"y\"")
    #expect(rows.tallied.cells[1].key.city == nil)
    #expect(rows.tallied.cells[0].key.position?.longitude == -2)
    #expect(rows.latitudes == [0, 1.5])
    #expect(rows.tallied.total == TallySums(records: 3, hits: 3, addresses: 3))
    #expect(rows.tallied.unplaced == 1)
  }

  @Test(arguments: [
    "geo_lat,geo_lon\n1,2\n", "lat;lon\n1;2\n", "lat\tlon\r\n1\t2\r\n", "\u{FEFF}lat,lon\n1,2",
    "lat|lon\n1|2\n", "lat^lon\n1^2\n", "sep=;\nlat;lon\n1;2\n", "geo.lat,geo.lon\n1,2\n",
    "x lat,x lon\n1,2\n", "\"lat\",\"lon\"\n\"1\",\"2\"\n", "n,\"a\nb\",lat,lon\nx,\"y\nz\",1,2\n",
    "lat,lon\n1,2,more\n",
    "LAT,LON\n1,2\n", "latitude,Longitude\n1,2\n", "{\"Latitude\":1,\"lng\":2}",
    "{\"lat\":1,\"lon\":2}\n", "{\"geo\":{\"lat\":1,\"lon\":2}}\n", "{\"geo.lat\":1,\"geo.lon\":2}",
    "{\"geo_lat\":\"1\",\"geo_lon\":\"2\"}", "{\"l\\u0061t\":1,\"lon\":2}\r\n",
    "{\"a\\\"b\":{\"lat\":1,\"lon\":2}}", "{\"lon\":2,\"x\":[{\"lat\":5}],\"lat\":1e0}",
  ])
  func `finds the coordinates`(text: String) throws {
    #expect(try ReadRows(text).latitudes == [1])
  }

  @Test(arguments: [
    ("lat,lon,geo_lat,geo_lon\n5,5,1,2\n", nil, nil),
    ("geo_lat,geo_lon,lat,lon\n1,2,5,5\n", nil, nil),
    ("lat,lon,p_lat,p_lon\n5,5,1,2\n", nil, nil), ("lat,lon,geo_lat,geo_lon\n1,2,5,5\n", "", nil),
    ("a_lat,a_lon,b_lat,b_lon\n1,2,5,5\n", "a_", nil),
    ("{\"geo\":{\"lat\":5,\"lon\":5},\"geo_2\":{\"lat\":1,\"lon\":2}}", nil, "geo_2"),
    ("{\"geo_2\":{\"lat\":1,\"lon\":2},\"geo\":{\"lat\":5,\"lon\":5}}", nil, "geo_2"),
    ("latitude,lat,lon\n5,1,2\n", nil, nil),
    // One of the two alone is none.
    ("lat,lon,p_lat\n1,2,5\n", nil, nil), ("flat,lat,lon\n5,1,2\n", nil, nil),
    ("lat,lon,geo_country\n1,2,X\n", nil, nil),
    ("{\"lat\":5,\"lon\":5,\"geo\":{\"lat\":1,\"lon\":2}}", nil, nil),
    ("{\"lat\":5,\"lon\":5,\"g\":{\"lat\":1,\"lon\":2}}", nil, nil),
    ("{\"geo\":{\"lat\":5,\"lon\":5},\"geo_2\":{\"lat\":1,\"lon\":2}}", nil, nil),
    ("{\"geo\":1,\"geo_2\":3,\"geo_3\":{\"lat\":1,\"lon\":2}}", nil, nil),
    ("{\"geo\":{\"lat\":5,\"lon\":5},\"g\":{\"lat\":1,\"lon\":2}}", nil, "g"),
    ("{\"lat\":1,\"lon\":2,\"geo\":{\"lat\":5,\"lon\":5}}", "", nil),
  ])
  func `takes ours of several`(text: String, prefix: String?, nest: String?) throws {
    let rows = try ReadRows(text, choice: FieldSetChoice(prefix: prefix, nest: nest))
    #expect(rows.latitudes == [1])
  }

  @Test func `an object's number is each row's own`() throws {
    let rows = try ReadRows(
      """
      {"ip":"8.8.8.8","geo":{"lat":1,"lon":0}}
      {"ip":"8.8.8.8","geo":{"lat":9,"lon":0},"geo_2":{"lat":2,"lon":0}}
      {"geo":null,"geo_2":{"lat":9,"lon":0},"geo_3":{"lat":3,"lon":0}}
      """)
    #expect(rows.latitudes == [1, 2, 3])
  }

  @Test func `the last of equal members counts`() throws {
    let rows = try ReadRows("{\"lat\":5,\"lon\":1,\"lat\":1,\"country\":\"A\",\"country\":null}")
    #expect(rows.latitudes == [1])
    #expect(rows.countries == [nil: 1])
  }

  @Test(arguments: [
    "lat,lon,lat,lon\n1,2,3,4\n", "geo_lat,geo_lon,geo_country,geo_country\n1,2,3,4\n",
  ])
  func `columns of one name are ambiguous`(text: String) throws {
    guard case .ambiguous(let fields)? = rowsFault(text) else {
      Issue.record("it was read")
      return
    }
    #expect(fields.count == 2)
    #expect(RowsFault.ambiguous(fields: fields).isOfUsage)
    #expect(RowsFault.ambiguous(fields: fields).message.contains("(column 3)"))
  }

  @Test(arguments: [
    "", ",", "x", "null", "NaN", "nan", "inf", "1e999", "91", "-90.0001", "+1", "0x1", "1,", "٣",
  ])
  func `what is no latitude is no position`(text: String) throws {
    let rows = try ReadRows("lat,lon,country\n\"\(text)\",2,A\n")
    #expect(rows.latitudes.isEmpty)
    #expect(rows.countries == ["A": 1])
    #expect(rows.tallied.unplaced == 1)
    let isNumber = text == "91" || text == "-90.0001"
    #expect(rows.report.offTheGlobe.count == (isNumber ? 1 : 0))
    #expect(rows.report.withoutNumbers.count == (isNumber || text.isEmpty ? 0 : 1))
  }

  @Test(arguments: ["null", "\"\"", "true", "{}", "[1]"])
  func `a member that is no number is no position`(value: String) throws {
    let rows = try ReadRows("{\"lat\":\(value),\"lon\":2}\n{\"lat\":1,\"lon\":180}")
    #expect(rows.latitudes == [1])
    #expect(rows.report.offTheGlobe.count == 0)
  }

  @Test func `rows off the globe are named by their lines`() throws {
    let rows = try ReadRows("lat,lon\n1,2\n1,181\n\n1,-180.5\n", "lat,lon\n9,9\n")
    #expect(rows.report.offTheGlobe.count == 2)
    #expect(rows.report.offTheGlobe.name == "input 1")
    #expect(rows.report.offTheGlobe.line == 3)
    #expect(rows.tallied.total.hits == 4)
  }

  @Test func `hits are what the column says`() throws {
    let rows = try ReadRows(
      "ip,status,hits,lat,lon\n8.8.8.8,located,40,1,1\n8.8.4.4,located,,2,2\n1.1.1.1,located,x,3,3\n"
    )
    #expect(rows.tallied.cells.map(\.hits) == [40, 1, 1])
    #expect(rows.report.uncounted.count == 1)
    #expect(rows.report.uncounted.line == 4)
    let lines = try ReadRows("{\"hits\":7,\"lat\":1,\"lon\":1}\n{\"hits\":1e2,\"lat\":1,\"lon\":1}")
    #expect(lines.tallied.total == TallySums(records: 2, hits: 107, addresses: 0))
    #expect(lines.report.lacksClients)
  }

  @Test func `reasons are read where there is no place`() throws {
    let table = try ReadRows(
      "ip,status,reason,lat,lon\n10.0.0.1,special,private-use,,\nx,invalid,\"not-an-address\",,\n"
        + "8.8.8.8,located,,1,1\n9.9.9.9,failed,,,\n")
    let reasons = ["private-use", "not-an-address", nil, nil]
    #expect(table.tallied.cellsOfAll.map(\.reason) == reasons)
    let lines = try ReadRows(
      "{\"status\":\"failed\",\"reason\":\"timeout\",\"lat\":null,\"lon\":null}\n")
    #expect(lines.tallied.cellsOfAll.map(\.reason) == ["timeout"])
  }

  @Test func `a caller's own hits do not count`() throws {
    let rows = try ReadRows("hits,geo_lat,geo_lon\n40,1,1\n")
    #expect(rows.tallied.total.hits == 1)
  }

  @Test func `addresses are counted by their canonical form`() throws {
    let rows = try ReadRows(
      "ip,address,lat,lon\n::ffff:8.8.8.8,8.8.8.8,1,1\n8.8.8.8,8.8.8.8,1,1\n")
    #expect(rows.tallied.total.addresses == 1)
    let spelled = try ReadRows(
      "ip,lat,lon\n2001:DB8::1,1,1\n[2001:db8:0::1],1,1\nfe80::1%eth0,1,1\n")
    #expect(spelled.tallied.total.addresses == 2)
  }

  @Test func `the caller's addresses stand for ours where those are left out`() throws {
    let rows = try ReadRows("client_ip,geo_lat,geo_lon\n8.8.8.8,1,1\n8.8.4.4,1,1\n")
    #expect(rows.tallied.total.addresses == 2)
    #expect(!rows.report.lacksClients)
    let lines = try ReadRows("{\"client_ip\":\"8.8.8.8\",\"geo\":{\"lat\":1,\"lon\":1}}")
    #expect(lines.tallied.total.addresses == 1)
    let several = try ReadRows("client_ip,remote_addr,geo_lat,geo_lon\n8.8.8.8,8.8.4.4,1,1\n")
    #expect(several.tallied.total.addresses == 0)
    #expect(several.report.lacksClients)
  }

  @Test func `the network is the first name that is there`() throws {
    let rows = try ReadRows(
      "country,isp,org,asn,as_org\nA,i,o,64500,a\nA,i,o,,\nA,i,,x,\nA,,,4294967296,\n")
    #expect(rows.tallied.cells.map(\.key.network) == ["a", "o", "i", nil])
    #expect(rows.tallied.cells.map(\.key.asn) == [64500, nil, nil, nil])
  }

  @Test func `quotes of --csv-safe are taken off`() throws {
    let rows = try ReadRows("lat,lon,country\n-1,2,'=A\n-1,2,''=A\n1,2,'s\n")
    #expect(rows.countries == ["=A": 1, "''=A": 1, "'s": 1])
    // Where quotes are doubled, too.
    let quoted = try ReadRows(
      "lat,lon,country\n1,2,\"'=A \"\"b\"\"\"\n1,2,\"'s \"\"b\"\"\"\n1,2,\"'\"\"\"\n")
    #expect(quoted.countries == ["=A \"b\"": 1, "'s \"b\"": 1, "'\"": 1])
  }

  @Test func `rows that are none are told and not counted`() throws {
    let rows = try ReadRows("lat,lon,n\n1,2,\"x\n3,4,y\n")
    #expect(rows.report.unreadable.count == 1)
    #expect(rows.report.unreadable.line == 2)
    #expect(rows.latitudes == [3])
    let lines = try ReadRows("{\"lat\":1,\"lon\":2}\n{\"lat\":1,\n5\n{\"lat\":2,\"lon\":2}\n")
    #expect(lines.report.unreadable.count == 2)
    #expect(lines.report.unreadable.line == 2)
    #expect(lines.latitudes == [1, 2])
  }

  @Test(arguments: [
    ("lat,lon,n\n1,2,\"x\n3,4,y\n", Reason.unclosedQuote, 2),
    ("lat,lon,n\n1,2,\(String(repeating: "x", count: 200))\n", .lineTooLong, 2),
    ("lat,lon,n\n1,2,\"x\n\(String(repeating: "x", count: 200))\"\n", .unclosedQuote, 2),
    ("{\"lat\":1,\"lon\":2}\nhello\n", .invalidJSON, 2),
    ("{\"lat\":1,\"lon\":2}\n{\"lat\":NaN}\n", .invalidJSON, 2),
    ("{\"lat\":1,\"lon\":2}\n[]\n", .wrongType, 2), ("{\"lat\":1,\"lon\":2}\n5\n", .wrongType, 2),
    ("{\"lat\":1,\"lon\":2}\n\"8.8.8.8\"\n", .wrongType, 2),
    ("{\"lat\":1,\"lon\":2}\n{\"lat\":1,", .truncatedRecord, 2),
    ("{\"lat\":1,\"lon\":2,\"n\":\"\(String(repeating: "x", count: 200))\"}\n", .lineTooLong, 1),
  ])
  func `what is wrong with a row is told`(text: String, reason: Reason, line: Int) throws {
    let report = try ReadRows(text, maximumLine: 150).report
    #expect(report.unreadableReasons[reason]?.line == line, "\(report)")
    #expect(report.unreadable.line == line)
    #expect(
      report.unreadable.count == report.unreadableReasons.values.reduce(0) { $0 + $1.count })
  }

  @Test func `a comma for a point is told from other texts`() throws {
    let rows = try ReadRows(
      "lat;lon\n39,03;-77,5\n1;2,5\n1;2;\n\n1,2,3;4\n,;,\n5;x,1\n")
    #expect(rows.latitudes == [1])
    #expect(rows.report.withCommas.count == 2 && rows.report.withCommas.line == 2)
    #expect(rows.report.withoutNumbers.count == 3 && rows.report.offTheGlobe.count == 0)
  }

  @Test func `what is no address counts as one only where a status says that it was`() throws {
    #expect(try ReadRows("ip,country\nnot-an-ip,A\n8.8.8.8,A\n").tallied.total.addresses == 1)
    #expect(
      try ReadRows("ip,status,country\nx1,located,A\nx2,located,A\n").tallied.total.addresses
        == 2)
  }

  @Test func `how many addresses there are is known or not`() throws {
    #expect(try ReadRows("ip,lat,lon\n8.8.8.8,1,2\n").tallied.knowsAddresses)
    #expect(try !ReadRows("country,lat,lon\nA,1,2\n").tallied.knowsAddresses)
    #expect(try !ReadRows("ip,lat,lon\n8.8.8.8,1,2\n", "lat,lon\n1,2\n").tallied.knowsAddresses)
    // Without a row nothing is missing.
    #expect(try ReadRows("ip,lat,lon\n8.8.8.8,1,2\n", "lat,lon\n").tallied.knowsAddresses)
  }

  @Test func `a header in the middle, as of joined files, is no row`() throws {
    let rows = try ReadRows("ip,\"lat\",lon\n8.8.8.8,1,2\nip,\"lat\",lon\n8.8.4.4,1,2\n")
    #expect(rows.tallied.total == TallySums(records: 2, hits: 2, addresses: 2))
    #expect(rows.report.offTheGlobe.count == 0)
  }

  @Test func `ours stand behind all of the caller's cells, however many`() throws {
    let rows = try ReadRows("a,ip,geo_lat,geo_lon\nx,8.8.8.8,1,2\nx,8.8.4.4,5,6,1,2\n")
    #expect(rows.latitudes == [1])
    #expect(rows.tallied.cells.map(\.hits) == [2])
    #expect(rows.tallied.total.addresses == 2)
  }

  @Test func `a row with too few cells is a row`() throws {
    let rows = try ReadRows("country,lat,lon\nA,1,2\nB\n")
    #expect(rows.countries == ["A": 1, "B": 1])
    #expect(rows.latitudes == [1])
  }

  @Test(arguments: ["", "\n \n", "ip,lat,lon\n", "\u{FEFF}"])
  func `an input without rows adds nothing`(text: String) throws {
    let rows = try ReadRows(text, "lat,lon\n1,2\n")
    #expect(rows.tallied.total.records == 1)
  }

  @Test func `several inputs may be of several forms`() throws {
    let rows = try ReadRows(
      "ip,lat,lon\n8.8.8.8,1,2\n", "{\"geo\":{\"ip\":\"8.8.8.8\",\"lat\":1,\"lon\":2}}\n",
      "ip\tlat\tlon\n8.8.4.4\t1\t2\n")
    #expect(rows.tallied.cells.map(\.hits) == [3])
    #expect(rows.tallied.total.addresses == 2)
  }

  @Test func `reads UTF-16`() throws {
    let text = Array("lat,lon,city\n1,2,Zürich\n".utf16).flatMap {
      [UInt8($0 & 255), UInt8($0 >> 8)]
    }
    let rows = try ReadRows(bytes: [[0xFF, 0xFE] + text])
    #expect(rows.tallied.cells.map(\.key.city) == ["Zürich"])
  }

  /// More than a chunk, cut wherever it may be.
  @Test func `reads long inputs`() throws {
    let lines = (0..<30_000).map {
      "8.8.\($0 / 250 % 250).\($0 % 250),located,\($0 % 2 == 0 ? "A" : "\"B\nC\""),x,1,2"
    }
    let rows = try ReadRows(head + "\n" + lines.joined(separator: "\n"))
    #expect(rows.countries == ["A": 15_000, "B\nC": 15_000])
    #expect(rows.tallied.total.addresses == 30_000)
    #expect(rows.report.unreadable.count == 0)
  }
}
