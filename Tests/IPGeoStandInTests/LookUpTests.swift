import Foundation
import Testing

@testable import IPGeoStandIn

struct LookUpTests {
  static let standardKeys = [
    "status", "country", "countryCode", "region", "regionName", "city", "zip", "lat", "lon",
    "timezone", "isp", "org", "as", "query",
  ]

  @Test func `a look-up has the service's head and its fourteen keys in order`() throws {
    try withServer { _, client in
      let reply = try #require(client.get("/json/8.8.8.8"))
      #expect(reply.status == 200)
      #expect(reply.header("Content-Type") == "application/json; charset=utf-8")
      #expect(reply.header("Content-Length") == "\(reply.body.count)")
      #expect(reply.header("Access-Control-Allow-Origin") == "*")
      #expect(reply.header("X-Rl") == "44")
      #expect(reply.header("X-Ttl") == "60")
      #expect(reply.header("Server") == nil)
      #expect(keys(reply.text) == Self.standardKeys)
      #expect(!reply.text.contains("\n") && !reply.text.contains(": "))
    }
  }

  @Test func `8_8_8_8 has its well-known answer`() throws {
    try withServer { _, client in
      let reply = try #require(client.get("/json/8.8.8.8"))
      #expect(
        reply.text == """
          {"status":"success","country":"United States","countryCode":"US","region":"VA",\
          "regionName":"Virginia","city":"Ashburn","zip":"20149","lat":39.03,"lon":-77.5,\
          "timezone":"America/New_York","isp":"Google LLC","org":"Google Public DNS",\
          "as":"AS15169 Google LLC","query":"8.8.8.8"}
          """)
    }
  }

  @Test func `fields by names, by mask and by nothing give equal bytes`() throws {
    try withServer { _, client in
      let plain = client.get("/json/1.1.1.1")?.text
      #expect(client.get("/json/1.1.1.1?fields=61439")?.text == plain)
      #expect(client.get("/json/1.1.1.1?fields=")?.text == plain)
      let names = "query,as,org,isp,timezone,lon,lat,zip,city,regionName,region,countryCode"
      #expect(client.get("/json/1.1.1.1?fields=\(names),country,status")?.text == plain)
      let few = client.get("/json/1.1.1.1?fields=query,city,country")?.text
      #expect(few == client.get("/json/1.1.1.1?fields=\(1 + 16 + 8192)")?.text)
      #expect(keys(few ?? "") == ["country", "city", "query"])
    }
  }

  @Test func `the full mask adds the rest with their types`() throws {
    try withServer { _, client in
      let reply = try #require(client.get("/json/8.8.8.8?fields=66846719"))
      let all = WireField.allCases.map(\.name).filter { $0 != "message" }
      #expect(keys(reply.text) == all)
      #expect(reply.object["offset"] as? Int == -18000)
      #expect(reply.object["hosting"] as? Bool == true)
      #expect(reply.object["mobile"] as? Bool == false)
      #expect(reply.object["reverse"] as? String == "dns.google")
      #expect(reply.object["district"] as? String == "")
      #expect(reply.object["zip"] as? String == "20149")
    }
  }

  @Test(arguments: ["zzznotanip", "999.999.999.999", "24", "1.1.1.", "010.8.8.8", "1.1.1.1/24"])
  func `what is no address fails with its text told back`(query: String) throws {
    try withServer { _, client in
      let reply = try #require(client.get("/json/\(query)"))
      #expect(reply.status == 200)
      #expect(
        reply.text == "{\"status\":\"fail\",\"message\":\"invalid query\",\"query\":\"\(query)\"}")
    }
  }

  @Test(arguments: [
    ("192.168.0.4", "private range"), ("10.0.0.1", "private range"),
    ("172.31.255.255", "private range"), ("127.0.0.1", "reserved range"),
    ("::1", "reserved range"), ("224.0.0.1", "reserved range"), ("0.1.2.3", "reserved range"),
    ("100.64.0.1", "reserved range"), ("198.19.0.1", "reserved range"),
    ("fe80::1", "reserved range"), ("fd00::1", "private range"), ("169.254.1.1", "reserved range"),
  ])
  func `a special range fails with the service's word`(query: String, message: String) throws {
    try withServer { _, client in
      let reply = try #require(client.get("/json/\(query)"))
      #expect(reply.status == 200)
      #expect(reply.object["message"] as? String == message)
      #expect(reply.object["query"] as? String == query)
      #expect(keys(reply.text) == ["status", "message", "query"])
    }
  }

  @Test(arguments: [
    "172.32.0.1", "172.15.0.1", "100.128.0.1", "100.63.0.1", "198.20.0.1", "9.255.255.255",
    "11.0.0.0", "223.255.255.255", "192.0.3.1", "fbff::1", "2001:db9::1",
  ])
  func `the neighbours of the special ranges are located`(query: String) {
    #expect(StandInServer.answerJSON(for: query).hasPrefix("{\"status\":\"success\""))
  }

  @Test func `TEST-NET-3 and unallocated IPv6 are located`() throws {
    try withServer { _, client in
      let net = try #require(client.get("/json/203.0.113.5")).object
      #expect(net["status"] as? String == "success")
      #expect(net["isp"] as? String == "TEST-NET-3")
      #expect(net["as"] as? String == "" && net["zip"] as? String == "000000")
      #expect(client.get("/json/dead::beef")?.object["city"] as? String == "Murten")
    }
  }

  @Test func `a known name gives the address it stands for`() throws {
    try withServer { _, client in
      #expect(client.get("/json/misis.ru")?.object["query"] as? String == "5.253.61.53")
      #expect(client.get("/json/no.such.name")?.object["status"] as? String == "fail")
    }
  }

  @Test(arguments: ["/json", "/json/"])
  func `no query is about oneself`(path: String) throws {
    try withServer({ $0.selfAddress = "81.2.69.142" }) { server, client in
      #expect(client.get(path)?.object["query"] as? String == "81.2.69.142")
      #expect(server.log.first?.queries == [])
    }
  }

  @Test func `a language changes names and no codes`() throws {
    try withServer { _, client in
      let fields = "?fields=continent,country,countryCode,regionName,city&lang="
      let german = try #require(client.get("/json/8.8.8.8\(fields)de")).object
      #expect(german["continent"] as? String == "Nordamerika")
      #expect(german["country"] as? String == "USA")
      #expect(german["countryCode"] as? String == "US")
      let chinese = try #require(client.get("/json/8.8.8.8\(fields)zh-CN"))
      #expect(chinese.text.contains("\"country\":\"美国\"") && chinese.text.contains("阿什本"))
      #expect(
        client.get("/json/8.8.8.8\(fields)tr")?.text
          == client.get("/json/8.8.8.8\(fields)en")?.text)
    }
  }

  @Test func `ampersands are escaped and letters outside ASCII are not`() {
    let all = (0..<2000).map { StandInServer.answerJSON(for: "11.7.\($0 / 250).\($0 % 250)") }
    #expect(all.contains { $0.contains("AT\\u0026T Services, Inc.") })
    #expect(all.contains { $0.contains("\\\"Vivo\\\"") })
    #expect(all.contains { $0.contains("Île-de-France") })
    #expect(all.contains { $0.contains("\\u003cexit\\u003e") })
    #expect(all.contains { $0.contains("\"zip\":\"\"") && $0.contains("\"city\":\"\"") })
    #expect(all.contains { $0.contains("\"lat\":0,") })
    #expect(!all.contains { $0.contains("&") || $0.contains("null") })
  }

  @Test func `an unknown path is the home page`() throws {
    try withServer { _, client in
      let reply = try #require(client.get("/nosuchformat/1.1.1.1"))
      #expect(reply.status == 200 && reply.body.count > 10_000)
      #expect(reply.header("Content-Type")?.hasPrefix("text/html") == true)
      #expect(reply.header("X-Rl") == nil)
    }
  }

  @Test func `the other formats say the same`() throws {
    try withServer { _, client in
      let csv = try #require(client.get("/csv/8.8.8.8?fields=country,as,lat&header=true"))
      #expect(csv.text == "country,lat,as\nUnited States,39.03,AS15169 Google LLC\n")
      #expect(client.get("/csv/1.1.1.1?fields=as")?.text == "\"AS13335 Cloudflare, Inc.\"\n")
      #expect(client.get("/line/8.8.8.8?fields=city,lon")?.text == "Ashburn\n-77.5\n")
      let xml = try #require(client.get("/xml/8.8.8.8?fields=city"))
      #expect(xml.header("Content-Type") == "application/xml; charset=utf-8")
      #expect(xml.text.contains("<query>") && xml.text.contains("<city>Ashburn</city>"))
      #expect(
        client.get("/php/8.8.8.8?fields=city,lat,mobile")?.text
          == "a:3:{s:4:\"city\";s:7:\"Ashburn\";s:3:\"lat\";d:39.03;s:6:\"mobile\";b:0;}")
      #expect(
        client.get("/json/8.8.8.8?fields=city&callback=f")?.text == "f({\"city\":\"Ashburn\"});")
    }
  }

  @Test func `every row of the tables is complete`() {
    #expect(Places.all.count >= 40 && Networks.all.count >= 20)
    for place in Places.all {
      #expect(Places.countries[place.countryCode] != nil, "\(place)")
      #expect(Double(place.latitude).map { abs($0) <= 90 } == true, "\(place)")
      #expect(Double(place.longitude).map { abs($0) <= 180 } == true, "\(place)")
      #expect(Int(place.offset) != nil, "\(place)")
    }
    for country in Places.countries.values {
      #expect(Translations.name(country.name, in: "ru") != country.name)
      #expect(Translations.name(country.continent, in: "ja") != country.continent)
    }
  }
}
