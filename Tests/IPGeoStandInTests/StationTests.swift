import Foundation
import IPGeoByteStreams
import Testing

@testable import IPGeoStandIn

struct StationTests {
  @Test func `the position has texts of four decimals and the time of now`() throws {
    try withServer { _, client in
      let before = Clock.wallSeconds()
      let reply = try #require(client.get("/iss-now.json"))
      #expect(reply.header("Content-Type") == "application/json")
      #expect(reply.header("access-control-allow-origin") == "*")
      #expect(reply.header("Server") == "nginx/1.10.3" && reply.header("X-Rl") == nil)
      #expect(reply.object["message"] as? String == "success")
      let time = try #require(reply.object["timestamp"] as? Int)
      #expect((before...Clock.wallSeconds()).contains(Int64(time)))
      let position = try #require(reply.object["iss_position"] as? [String: String])
      for name in ["latitude", "longitude"] {
        #expect(position[name]?.wholeMatch(of: /-?\d{1,3}\.\d{4}/) != nil, "\(position)")
      }
    }
  }

  @Test func `the order of the keys varies, or does not`() throws {
    for isFixed in [false, true] {
      try withServer({ $0.iss.fixedOrder = isFixed }) { _, client in
        let orders = Set((0..<30).map { _ in keys(client.get("/iss-now.json")?.text ?? "") })
        #expect(isFixed ? orders.count == 1 : orders.count == 3)
      }
    }
  }

  @Test func `numbers and a frozen time are switches`() throws {
    try withServer({
      $0.iss.numbers = true
      $0.iss.frozenTimestamp = 1_480_147_203
    }) { _, client in
      let object = try #require(client.get("/iss-now/")).object
      #expect(object["timestamp"] as? Int == 1_480_147_203)
      let position = try #require(object["iss_position"] as? [String: Double])
      #expect(position["latitude"] != nil && position["longitude"] != nil)
    }
  }

  @Test func `wrong method and unknown path have a type and no body`() throws {
    try withServer { _, client in
      for (reply, status) in [
        (client.post("/iss-now.json", ""), 405), (client.get("/nope.json"), 404),
      ] {
        let reply = try #require(reply)
        #expect(reply.status == status && reply.body.isEmpty)
        #expect(reply.header("Content-Type") == "application/json; charset=UTF-8")
      }
      let gone = try #require(client.get("/iss-pass.json?lat=1&lon=2"))
      #expect(gone.status == 404 && gone.header("Content-Type") == "text/html")
      #expect(gone.text.contains("nginx"))
    }
  }

  @Test func `faults hit the station too`() throws {
    try withServer({
      $0.faults = [
        FaultRule(
          rotating: [.html200, .emptyBody200, .status(504, body: "<html>")], on: .always,
          endpoint: .iss)
      ]
    }) { _, client in
      #expect(client.get("/iss-now.json")?.text.contains("<html>") == true)
      let empty = try #require(client.get("/iss-now.json"))
      #expect(empty.status == 200 && empty.body.isEmpty)
      #expect(empty.header("Content-Type") == "application/json")
      #expect(client.get("/iss-now.json")?.status == 504)
      #expect(client.get("/json/8.8.8.8")?.status == 200)
    }
  }

  @Test func `faults of values are the position's`() throws {
    try withServer({
      $0.faults = [
        FaultRule(
          rotating: [
            .outOfRange, .illTyped, .nullValues, .notArray, .failed(message: "no \"fix\""),
            .redirect(location: "http://127.0.0.1/x"), .halfJSON,
          ], on: .always, endpoint: .iss)
      ]
    }) { _, client in
      for latitude in ["\"95.0000\"", "\"abc\"", "null"] {
        let text = try #require(client.get("/iss-now.json")).text
        #expect(text.contains("\"latitude\": \(latitude)"), "\(text)")
      }
      #expect(client.get("/iss-now.json")?.text == "[]")
      let failure = try #require(client.get("/iss-now.json")).object
      #expect(failure["message"] as? String == "failure")
      #expect(failure["reason"] as? String == "no \"fix\"")
      #expect(client.get("/iss-now.json")?.status == 302)
      #expect(client.get("/iss-now.json")?.text.hasSuffix("}") == false)
    }
  }

  @Test func `the track stays on the globe below the inclination`() {
    for seconds in stride(from: Int64(1_700_000_000), to: 1_700_100_000, by: 37) {
      let (latitude, longitude) = Station.position(seconds)
      #expect(abs(latitude) <= 51.7 && (-180...180).contains(longitude))
    }
  }
}
