import IPGeoCore
import Testing

@testable import IPGeoRecords

/// What makes an input a table, and which column is taken.
struct TableDetectionTests {
  private func check(
    _ input: String, _ words: [String], header: String?, detail: String,
    format: InputFormat = .csv, _ options: ReadingOptions = tableOptions()
  ) throws {
    let found = try readTable(input, options)
    #expect(found.words == words, "\(input)")
    #expect(found.header == header, "\(input)")
    #expect(found.layout?.detail == detail, "\(input)")
    #expect(found.layout?.format == format, "\(input)")
  }

  @Test func `each usual delimiter is found`() throws {
    try check(
      "ip;note\n8.8.8.8;a,b\n", ["8.8.8.8"], header: "ip;note", detail: "delimiter ';', column ip")
    try check("ip\n8.8.8.8\n", ["8.8.8.8"], header: "ip", detail: "column ip")
    try check(
      "ip\tnote\n8.8.8.8\ta\n", ["8.8.8.8"], header: "ip\tnote", detail: "column ip", format: .tsv)
    try check(
      "note,ip\n\"a;b;c\",8.8.8.8\n", ["8.8.8.8"], header: "note,ip", detail: "column ip")
    try check(
      "2001:4860:4860::8888;x\n", ["2001:4860:4860::8888"], header: nil,
      detail: "delimiter ';', column 1")
    try check(
      "a|8.8.8.8\nb|1.1.1.1\n", ["8.8.8.8", "1.1.1.1"], header: nil,
      detail: "delimiter '|', column 2")
  }

  @Test func `a first record is data where it holds an address, else the header`() throws {
    try check(
      "8.8.8.8,a\n1.1.1.1,b\n", ["8.8.8.8", "1.1.1.1"], header: nil, detail: "column 1")
    try check(
      "Client IP , Name\n8.8.8.8,a\n", ["8.8.8.8"], header: "Client IP , Name",
      detail: "column Client IP")
    try check(
      "IP_ADDRESS\n8.8.8.8\n", ["8.8.8.8"], header: "IP_ADDRESS", detail: "column IP_ADDRESS")
    try check("ip,name\n", [], header: "ip,name", detail: "column ip")
    try check("ip\n", [], header: "ip", detail: "column ip")
    try check(
      "who,where\nbob,8.8.8.8\n", ["8.8.8.8"], header: "who,where", detail: "column where")
    try check(
      "ip,name\n8.8.8.8,a\n", ["not-an-address", "8.8.8.8"], header: nil, detail: "column 1",
      tableOptions { $0.hasNoHeader = true })
  }

  @Test func `a byte order mark is no part of the header`() throws {
    try check(
      "\u{feff}ip,name\n8.8.8.8,a\n", ["8.8.8.8"], header: "ip,name", detail: "column ip")
    try check(
      "\u{feff}\"ip\",\"n\"\n8.8.8.8,a\n", ["8.8.8.8"], header: "\"ip\",\"n\"", detail: "column ip")
    let pieces = Array("\u{feff}ip,name\n8.8.8.8,a\n".utf8).map { [$0] }
    #expect(try readTable(pieces: pieces).words == ["8.8.8.8"])
  }

  @Test(
    arguments: [
      "8.8.8.8\n1.1.1.1\n", "8.8.8.8,\n1.1.1.1,\n", "8.8.8.8;\n1.1.1.1;\n", "8.8.8.8,\n",
      "   4 8.8.8.8\n  12 1.1.1.1\n", "4\t8.8.8.8\n12\t1.1.1.1\n",
      "8.8.8.8 # note, note\n1.1.1.1 # a, b\n", "8.8.8.8, 10.0.0.1\n1.1.1.1, 10.0.0.1\n",
      "8.8.8.8, 10.0.0.1\n1.1.1.1, 10.0.0.1, 10.0.0.2\n", "unknown, 8.8.8.8\n1.1.1.1, 8.8.8.8\n",
      "for=8.8.8.8;proto=http;by=1.1.1.1\nfor=9.9.9.9;proto=http;by=1.1.1.1\n",
      "8.8.8.8:443\n[2001:4860:4860::8888]:443\n2001:4860:4860::8888\n", "", "\n\n", "hello\n",
      "Hello, world\nhow are you, world\n",
      "Jan  1 00:00:01 h sshd[1]: Failed for root from 8.8.8.8 port 22, id 7\n"
        + "Jan  1 00:00:02 h sshd[1]: Failed for root from 8.8.8.8 port 22, id 7\n",
      "2026-01-01 12:00:00,123 INFO started\n2026-01-01 12:00:00,124 INFO 8.8.8.8 came\n",
      "2026-01-01 12:00:00,123 INFO a\n2026-01-01 12:00:00,124 INFO b\n2026-01-01 12:00:00,1 c\n",
      "# list of ips, ip\n8.8.8.8\n1.1.1.1\n", "name,\n8.8.8.8,\n1.1.1.1,\n",
    ])
  func `lists and texts are no tables`(_ input: String) throws {
    #expect(try readTable(input).table == nil)
  }

  @Test func `of two columns that could be meant neither is taken`() {
    #expect(
      layoutError("8.8.8.8,1.1.1.1\n") == .ambiguous(fields: ["column_1", "column_2"]))
    #expect(
      layoutError("client_ip,name,Remote-Addr\n8.8.8.8,a,1.1.1.1\n")
        == .ambiguous(fields: ["client_ip", "Remote-Addr"]))
    #expect(
      layoutError("ip,ip,country\n8.8.8.8,1.1.1.1,US\n")
        == .ambiguous(fields: ["ip (column 1)", "ip (column 2)"]))
    #expect(
      layoutError("here,there\n8.8.8.8,1.1.1.1\n") == .ambiguous(fields: ["here", "there"]))
    #expect(layoutError(",\n8.8.8.8,1.1.1.1\n") == .ambiguous(fields: ["column 1", "column 2"]))
  }

  @Test func `a usual name comes before what other columns hold`() throws {
    try check(
      "server_ip,ip\n1.1.1.1,8.8.8.8\n", ["8.8.8.8"], header: "server_ip,ip", detail: "column ip")
    try check(
      "server_ip,ip\n1.1.1.1,oops\n", ["not-an-address"], header: "server_ip,ip",
      detail: "column ip")
  }

  @Test(
    arguments: [
      "ip", "IP", "Ip Address", "ip_address", "IPAddress", "client_ip", "clientIp", "CLIENT-IP",
      "remote_addr", "Remote IP", "src_ip", "source.ip", "sourceIPAddress", "c-ip",
      "X-Forwarded-For", "xff", "user ip", "visitor_ip", "login ip", "client address", "id.orig_h",
      "True-Client-IP", "CallerIpAddress", "IP-Adresse",
    ])
  func `names are known as people write them`(_ name: String) throws {
    let found = try readTable("server,\(name),x\n1.1.1.1,8.8.8.8,9.9.9.9\n")
    #expect(found.words == ["8.8.8.8"])
    #expect(try readTable("\(name)\n8.8.8.8\n").table?.names == [name])
  }

  @Test(arguments: ["server_ip", "dst_ip", "ip_version", "ship", "zip", "description", "tip"])
  func `names that only look alike are none`(_ name: String) throws {
    #expect(try readTable("\(name),x\n1.1.1.1,a\n").table?.addressColumn == 0)
    #expect(try readTable("\(name),x\n4,8.8.8.8\n").table?.addressColumn == 1)
  }

  @Test func `where no column holds addresses, it is said which there are`() {
    #expect(
      layoutError("a,b\nx,y\n", tableOptions(.csv)) == .noAddressField(fields: ["a", "b"]))
    #expect(
      layoutError("name,age,town\nbob,3,x\nann,4,y\neve,5,z\n")
        == .noAddressField(fields: ["name", "age", "town"]))
    #expect(layoutError("sep=;\na;b\nx;y\n") == .noAddressField(fields: ["a", "b"]))
    #expect(
      layoutError("x,y\n", tableOptions(.csv) { $0.hasNoHeader = true })
        == .noAddressField(fields: ["column_1", "column_2"]))
  }

  @Test func `what is told wins over what is found`() throws {
    try check(
      "ip;n,ip\n8.8.8.8;n,1.1.1.1\n", ["1.1.1.1"], header: "ip;n,ip", detail: "column ip",
      tableOptions { $0.delimiter = 0x2c })
    try check(
      "ip:name\n8.8.8.8:a\n", ["8.8.8.8"], header: "ip:name", detail: "delimiter ':', column ip",
      tableOptions { $0.delimiter = 0x3a })
    try check(
      "8.8.8.8\n1.1.1.1\n", ["8.8.8.8", "1.1.1.1"], header: nil, detail: "column 1",
      tableOptions(.csv))
    try check(
      "a\tb\n8.8.8.8\tx\n", ["8.8.8.8"], header: "a\tb", detail: "delimiter TAB, column a",
      tableOptions(.csv))
    try check(
      "ip,x\n8.8.8.8\ty\n", ["8.8.8.8"], header: "ip,x", detail: "column ip,x", format: .tsv,
      tableOptions(.tsv))
  }

  @Test func `a line that names the delimiter is believed, and is no record`() throws {
    let found = try readTable("sep=;\r\nip;a\r\n8.8.8.8;b,c\r\n")
    #expect(found.words == ["8.8.8.8"])
    #expect(found.records.map(\.line) == [3])
    #expect(found.header == "ip;a")
    #expect(found.table?.lineEnd == .returnFeed)
    #expect(layoutError("SEP=,\n8.8.8.8;a\n") == .noAddressField(fields: ["8.8.8.8;a"]))
    try check(
      "sep=;\nip,n\n8.8.8.8,b\n", ["8.8.8.8"], header: "ip,n", detail: "column ip",
      tableOptions { $0.delimiter = 0x2c })
    #expect(try readTable("sep=;x\n8.8.8.8\n1.1.1.1\n").table == nil)
  }

  @Test func `an empty table is one all the same`() throws {
    #expect(try readTable("", tableOptions(.csv)).layout?.format == .csv)
    #expect(try readTable("\n \n", tableOptions(.tsv)).blankLines == 2)
  }

  @Test func `a forwarded list that is a cell is the address`() throws {
    let found = try readTable("xff,n\n\"8.8.8.8\",a\n")
    #expect(found.words == ["8.8.8.8"])
  }

  @Test func `a header comes before a pause`() throws {
    let pieces = ["name,x\n", "8.8.8.8,a\n", "1.1.1.1,b\n"].map { Array($0.utf8) }
    for format in [InputFormat.auto, .csv] {
      let found = try readTable(pieces: pieces, tableOptions(format))
      #expect(found.words == ["8.8.8.8", "1.1.1.1"], "\(format)")
      #expect(found.header == "name,x")
    }
  }
}
