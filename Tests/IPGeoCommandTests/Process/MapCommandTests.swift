import Foundation
import Testing

private let rows = """
  ip,status,country,country_code,city,lat,lon,as_org
  8.8.8.8,located,United States,US,Mountain View,37.4,-122.1,Google LLC
  8.8.4.4,located,United States,US,Mountain View,37.4,-122.1,Google LLC
  1.1.1.1,located,Australia,AU,Sydney,-33.9,151.2,Cloudflare
  9.9.9.9,located,Fiji,FJ,Suva,-90,180,X
  10.0.0.1,special,,,,,,

  """
private let log =
  #"8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-""# + "\n"

@Suite struct MapCommandTests {
  private func map(
    _ scene: Scene, _ arguments: [String], input: String = rows,
    variables: [String: String?] = [:]
  ) async throws -> RunResult {
    let run = try scene.start(["map"] + arguments, input: .text(input), variables: variables)
    return await run.result()
  }

  @Test func `draws a map as wide as it is told, with a legend that fits`() async throws {
    try await withBareScene { scene in
      for columns in [40, 100] {
        let result = try await map(scene, [], variables: ["COLUMNS": "\(columns)"])
        #expect(result.end == .exit(0) && result.errors.isEmpty)
        let lines = result.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= columns })
        #expect(lines.contains { $0.count > columns - 20 })
        let words = lines.suffix(columns == 40 ? 2 : 1).joined(separator: " ")
        #expect(words.hasSuffix("4 hits on the map, 1 without a position, 5 addresses"))
      }
      let narrow = try await map(scene, [], variables: ["COLUMNS": "19"])
      #expect(
        narrow.text == "4 hits on the map,\n1 without a\nposition, 5\naddresses\n", "no map fits")
      let usual = try await map(scene, [])
      let bad = try await map(scene, [], variables: ["COLUMNS": "many"])
      #expect(usual.text == bad.text)
      #expect(usual.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `is ASCII where the locale is, and coloured by order alone`() async throws {
    try await withBareScene { scene in
      let plain = try await map(scene, [], variables: ["LC_ALL": "C"])
      #expect(plain.text.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A) })
      let colored = try await map(scene, ["--color", "always"])
      #expect(colored.text.contains("\u{1B}["))
    }
  }

  @Test(arguments: ["html", "svg", "geojson"])
  func `writes a file by its extension, without addresses`(kind: String) async throws {
    try await withBareScene { scene in
      let input = try scene.write("in.csv", rows)
      let result = try await map(scene, [input, "-o", "out.\(kind)"])
      #expect(result.end == .exit(0) && result.text.isEmpty)
      #expect(
        result.errors
          == "ipgeo: 5 hits, 5 addresses, 1 without a position; the map is in out.\(kind)\n")
      let text = try scene.read("out.\(kind)")
      #expect(text.contains("Mountain View") && !text.contains("8.8.8.8"))
      #expect(scene.names == ["in.csv", "out.\(kind)"])
      // The same to standard output.
      let shown = try await map(scene, [input, "--format", kind, "-o", "-"])
      #expect(shown.text == text)
      let named = try await map(scene, [input, "--with-addresses", "-qo", "named.\(kind)"])
      #expect(named.errors.isEmpty)
      #expect(try scene.read("named.\(kind)").contains("8.8.8.8"))
    }
  }

  @Test func `GeoJSON holds each place with its hits`() async throws {
    try await withBareScene { scene in
      let result = try await map(scene, ["--format", "geojson", "-q"])
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
      let features = try #require(object["features"] as? [[String: Any]])
      let places = features.compactMap {
        ($0["geometry"] as? [String: Any])?["coordinates"] as? [Double]
      }
      #expect(Set(places) == [[-122.1, 37.4], [151.2, -33.9], [180, -90]])
    }
  }

  @Test func `an address of two nights counts once, though its network has changed`() async throws {
    try await withBareScene { scene in
      try scene.write("a.csv", rows)
      try scene.write("b.csv", rows.replacing("Google LLC", with: "Google Cloud"))
      let places = try await map(scene, ["a.csv", "b.csv", "--format", "geojson", "-q"])
      #expect(places.text.contains(#""hits":4,"addresses":2,"country_code":"US""#))
      let page = try await map(scene, ["a.csv", "b.csv", "--format", "html", "-q"])
      let row = #"Mountain View</bdi> <bdi class="note">United States</bdi></th>"#
      let cell = #"<td class="number">"#
      #expect(page.text.contains("\(row)\(cell)4</td>\(cell)2</td>"))
    }
  }

  @Test func `what jq makes of a map's GeoJSON, as the message says, is rows`() async throws {
    try await withBareScene { scene in
      let rows = "ip,hits,city,lat,lon\n8.8.8.8,7,A,1,2\n9.9.9.9,3,B,-10.5,20\n1.1.1.1,2,C,,\n"
      _ = try await map(scene, ["-o", "a.geojson", "-q"], input: rows)
      let refused = try await map(scene, ["a.geojson"])
      #expect(refused.end == .exit(65))
      let advice =
        #"jq -c '.features[] | select(.geometry.type == "Point") | .properties + "#
        + #"{lon: .geometry.coordinates[0], lat: .geometry.coordinates[1]}' a.geojson | ipgeo map"#
      #expect(refused.errors.contains(advice))
      // What that program writes.
      let made =
        "{\"kind\":\"hits\",\"hits\":7,\"addresses\":1,\"city\":\"A\",\"lon\":2,\"lat\":1}\n"
      let result = try await map(scene, ["--format", "geojson", "-q"], input: made)
      #expect(
        result.end == .exit(0)
          && result.text.contains("[2,1]},\"properties\":{\"kind\":\"hits\",\"hits\":7"))
    }
  }

  @Test func `a title is text`() async throws {
    try await withBareScene { scene in
      let title = "<script>x</script>&\"'\u{202E}"
      for kind in ["svg", "html"] {
        let result = try await map(scene, ["--format", kind, "--title", title, "-q"])
        #expect(!result.text.contains(title) && !result.text.contains("<script>x"))
        #expect(!result.text.unicodeScalars.contains("\u{202E}"))
      }
    }
  }

  @Test func `hostile rows are harmless in every form`() async throws {
    let name = "\"<script>alert(1)</script>\u{1B}[2J\u{202E}'&\""
    let hostile = "ip,country,country_code,city,lat,lon\n8.8.8.8,\(name),\(name),\(name),1,2\n"
    try await withBareScene { scene in
      for kind in ["html", "svg", "geojson", "text"] {
        let result = try await map(scene, ["--format", kind, "-q"], input: hostile)
        #expect(result.end == .exit(0))
        #expect(!result.text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" })
        if kind != "geojson" { #expect(!result.text.contains("<script>alert")) }
      }
    }
  }

  @Test func `what batch reads is refused, with the pipe that helps`() async throws {
    try await withBareScene { scene in
      try scene.write("access.log", log + log)
      let result = try await map(scene, ["access.log", "-o", "out.html"])
      #expect(result.end == .exit(65))
      #expect(
        result.errors == """
          ipgeo: access.log: this is an access log (combined), and rows of ipgeo batch are needed; \
          write: ipgeo batch access.log | ipgeo map -o out.html

          """)
      #expect(scene.names == ["access.log"])
      let piped = try await map(scene, [], input: "8.8.8.8\n")
      #expect(piped.end == .exit(65))
      #expect(
        piped.errors == """
          ipgeo: standard input: this is a list of addresses, and rows of ipgeo batch are needed; \
          write: ... | ipgeo batch | ipgeo map -o out.html

          """)
    }
  }

  @Test(arguments: [
    ("[{\"lat\":1}]", "jq -c '.[]' FILE | ipgeo map"),
    ("PK\u{3}\u{4}xl/", "xlsx2csv FILE | ipgeo map"),
    ("%PDF-1.7", "pdftotext FILE - | ipgeo batch | ipgeo map"),
    ("hello\n", "give what ipgeo batch wrote"),
    ("8.8.8.8,located,,A\n", "--header always"),
    ("ip,country\n8.8.8.8,A\n", "its rows have no lat and lon; there are: ip, country; write them"),
  ])
  func `what is no rows is refused, and says what helps`(input: String, advice: String) async throws
  {
    try await withBareScene { scene in
      let result = try await map(scene, ["-o", "out.svg"], input: input)
      #expect(result.end == .exit(65))
      #expect(result.errors.contains(advice), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(scene.names.isEmpty)
    }
  }

  @Test func `names that cannot be told apart are the command line's fault`() async throws {
    try await withBareScene { scene in
      let twice = try await map(scene, [], input: "lat,lon,lat,lon\n1,2,3,4\n")
      #expect(twice.end == .exit(64))
      #expect(twice.errors.contains("lat (column 1), lat (column 3)"))
      let none = try await map(scene, ["--prefix", "p_"])
      #expect(none.end == .exit(64) && none.errors.contains("'p_...'"))
    }
  }

  @Test func `an input that cannot be read ends it, and the old map stays`() async throws {
    try await withBareScene { scene in
      try scene.write("a.csv", rows)
      try scene.write("out.svg", "old")
      let result = try await map(scene, ["a.csv", "missing.csv", "-o", "out.svg"])
      #expect(result.end == .exit(66) && result.errors.contains("missing.csv"))
      #expect(try scene.read("out.svg") == "old")
      #expect(scene.names == ["a.csv", "out.svg"])
    }
  }

  @Test func `a file that cannot be made is found out first`() async throws {
    try await withBareScene { scene in
      let result = try await map(scene, ["-o", "nowhere/out.html"], input: "not rows")
      #expect(result.end == .exit(73))
      let full = try await map(scene, ["--format", "html", "-o", "/dev/full"])
      #expect(full.end == .exit(74))
    }
  }

  @Test func `an input is not written over`() async throws {
    try await withBareScene { scene in
      let input = try scene.write("a.html", rows)
      let result = try await map(scene, ["a.html", "-o", "./a.html"])
      #expect(result.end == .exit(64) && result.errors.contains("are the same file"))
      #expect(try scene.read("a.html") == rows)
      _ = input
    }
  }

  @Test func `rows that are not as they should be are told of`() async throws {
    try await withBareScene { scene in
      let result = try await map(
        scene, [], input: "status,hits,lat,lon\nlocated,2,91,0\nlocated,x,1,1\nlocated,1,NaN,1\n")
      #expect(result.end == .exit(0))
      #expect(result.text.hasSuffix("1 hit on the map, 3 without a position\n"))
      #expect(
        result.errors == """
          ipgeo: standard input:4: lat and lon are no plain numbers, and the row counts without a \
          place; write them as 39.03
          ipgeo: standard input:2: lat and lon are no place on the globe; the row counts without one
          ipgeo: standard input:3: hits is no whole number of up to 9223372036854775807; the row \
          counts once
          ipgeo: addresses are not counted, as rows do not hold them: write ip among --fields of batch

          """)
    }
  }

  @Test func `what is left out is told with -q, too`() async throws {
    try await withBareScene { scene in
      let input =
        "ip,status,lat,lon\n1.1.1.1,located,1,2\n"
        + "{\"ip\":\"1.1.1.2\",\"status\":\"located\",\"lat\":5,\"lon\":2}\n"
      for command in ["map", "summary"] {
        let run = try scene.start([command, "-q"], input: .text(input))
        let result = await run.result()
        #expect(result.end == .exit(0))
        #expect(
          result.errors == """
            ipgeo: standard input:3: this is of another form than the rows before it, and left out; \
            give each file by itself

            """)
      }
      // What is read all the same is not.
      let quiet = try await map(scene, ["-q"], input: "ip,status,lat,lon\n1.1.1.1,located,91,2\n")
      #expect(quiet.end == .exit(0) && quiet.errors.isEmpty)
    }
  }

  @Test func `addresses that are not known have no number`() async throws {
    try await withBareScene { scene in
      let input = "lat,lon,country_code\n1,2,DE\n"
      let text = try await map(scene, [], input: input)
      #expect(text.text.hasSuffix("1 hit on the map\n"))
      let file = try await map(scene, ["--format", "geojson"], input: input)
      #expect(file.errors.hasSuffix("ipgeo: 1 hit, 0 without a position\n"))
      #expect(!file.errors.contains("1 hit, 0 addresses"))
    }
  }

  @Test func `a header among joined files is no lost row`() async throws {
    try await withBareScene { scene in
      let input =
        "ip,status,lat,lon\n1.1.1.1,located,1,2\nip\tstatus\tlat\tlon\n1.1.1.2\tlocated\t5\t6\n"
      let result = try await map(scene, [], input: input)
      #expect(
        result.errors == """
          ipgeo: standard input:4: this is of another form than the rows before it, and left out; \
          give each file by itself

          """)
    }
  }

  @Test func `a nest that is not there is named, and what to do`() async throws {
    try await withBareScene { scene in
      let result = try await map(
        scene, ["--nest", "geo_2"], input: "{\"geo\":{\"lat\":1,\"lon\":2}}\n")
      #expect(result.end == .exit(64))
      #expect(
        result.errors.contains(
          "no object is called 'geo_2'; there are: geo, geo.lat, geo.lon; name the one that has them, "
            + "as --nest geo for geo.lat"), "\(result.errors)")
    }
  }

  @Test func `a name that looks like an option is not put into a command line`() async throws {
    try await withBareScene { scene in
      try scene.write("-x.log", log)
      let result = try await map(scene, ["--", "-x.log"])
      #expect(result.end == .exit(65))
      #expect(result.errors.contains("ipgeo batch FILE | ipgeo map -o out.html"))
    }
  }

  @Test func `no rows are an empty map`() async throws {
    try await withBareScene { scene in
      for input in ["", "ip,lat,lon\n"] {
        let result = try await map(scene, [], input: input)
        #expect(result.end == .exit(0))
        #expect(result.errors == "ipgeo: no rows in the input\n")
        #expect(result.text.hasSuffix("0 hits on the map, 0 addresses\n"))
      }
      let broken = try await map(scene, [], input: "{\"lat\":1,\"lon\":\n")
      #expect(broken.end == .exit(65))
    }
  }
}
