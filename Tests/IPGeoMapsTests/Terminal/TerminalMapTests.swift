import IPGeoCore
import IPGeoMaps
import IPGeoSummaries
import Testing

private func lines(
  _ picture: MapPicture, columns: Int = 80, isUnicode: Bool = true, usesColor: Bool = false
) -> [String] {
  TerminalMap.lines(
    of: picture,
    look: TerminalLook(columns: columns, isUnicode: isUnicode, usesColor: usesColor))
}

/// Where a sign stands: its rows and columns.
private func places(of sign: Character, in lines: [String]) -> [[Int]] {
  lines.enumerated().flatMap { row, line in
    line.enumerated().filter { $0.element == sign }.map { [row, $0.offset] }
  }
}

private func marked(_ latitude: Double, _ longitude: Double) -> MapPicture {
  MapPicture(title: "", markers: [.init(position: at(latitude, longitude), label: "")])
}

@Suite struct TerminalMapTests {
  @Test(arguments: [20, 21, 37, 79, 120, 399, 400, 401, .max])
  func `is as wide as it may be and no wider`(columns: Int) {
    for picture in [MapPicture.clients, .edges, MapPicture(title: "")] {
      for isUnicode in [true, false] {
        let lines = lines(picture, columns: columns, isUnicode: isUnicode)
        let width = min(400, columns)
        #expect(lines.allSatisfy { $0.count <= width && !$0.hasSuffix(" ") })
        #expect(lines.contains { $0.count > width * 9 / 10 })
      }
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1, 12, 19])
  func `draws no map in a window that is narrower than any`(columns: Int) {
    #expect(lines(MapPicture(title: ""), columns: columns).isEmpty)
    #expect(lines(marked(0, 0), columns: columns).isEmpty)
    let words = "20,435 hits on the map, 37 without a position"
    let told = lines(.clients, columns: columns)
    #expect(told.joined(separator: " ").replacing(",", with: "") == words.replacing(",", with: ""))
    #expect(told.allSatisfy { $0.count <= columns || !$0.contains(" ") })
  }

  @Test func `tells how many addresses there are where it is given`() {
    func told(_ picture: MapPicture, _ addresses: Int, columns: Int = 80) -> [String] {
      let look = TerminalLook(columns: columns, isUnicode: false, usesColor: false)
      return TerminalMap.lines(of: picture, look: look, addresses: addresses)
    }
    #expect(
      told(.clients, 1502).suffix(2) == [
        "@ 2k+  O 500+  o 100+  * 1+  20,435 hits on the map, 37 without a position,",
        "1,502 addresses",
      ])
    let one = MapPicture(title: "", cells: [TallyCell(at(0, 0), hits: 1)])
    #expect(told(one, 1).last == "@ 1+  1 hit on the map, 1 address")
    #expect(told(MapPicture(title: ""), 0).last == "0 hits on the map, 0 addresses")
    #expect(told(.clients, 1502, columns: 40).allSatisfy { $0.count <= 40 })
  }

  @Test func `keeps its form, whatever the width`() {
    // Twice as many columns as rows are as wide as high.
    for columns in [20, 80, 400] {
      #expect(lines(marked(90, 0), columns: columns).count == columns / 4)
      let rows = Double(lines(marked(0, 0), columns: columns).count)
      #expect((rows - Double(columns) * 142 / 720).magnitude <= 0.5)
    }
  }

  @Test func `shows the poles where something is there, and else where people live`() {
    for edge in [84.0, -58.0] { #expect(lines(marked(edge, 0)).count == 16) }
    for beyond in [84.1, -58.1, 90, -90] { #expect(lines(marked(beyond, 0)).count == 20) }
    let far = at(-77.85, 166.67)
    #expect(lines(MapPicture(title: "", cells: [TallyCell(far, hits: 1)])).count == 21)
    #expect(lines(MapPicture(title: "", tracks: [[at(0, 0), far]])).count == 20)
  }

  @Test(arguments: [
    (84.0, -179.9, [0, 0]), (84.0, 180.0, [0, 79]), (-58.0, -179.9, [15, 0]),
    (-58.0, 180.0, [15, 79]), (90.0, 180.0, [0, 79]), (-90.0, -179.9, [19, 0]),
    (0.0, 0.0, [9, 40]), (84.0, -180.0, [0, 79]), (-90.0, -180.0, [19, 79]),
  ])
  func `puts a marker where it belongs`(latitude: Double, longitude: Double, place: [Int]) {
    #expect(places(of: "◉", in: lines(marked(latitude, longitude))) == [place])
    #expect(places(of: "X", in: lines(marked(latitude, longitude), isUnicode: false)) == [place])
  }

  @Test func `shows a marker above hits, hits above a track, a track above land`() {
    let place = at(0, 25)
    var picture = MapPicture(title: "", tracks: [[place]])
    #expect(places(of: "+", in: lines(picture, isUnicode: false)) == [[9, 45]])
    picture.cells = [TallyCell(place, hits: 1)]
    #expect(places(of: "@", in: lines(picture, isUnicode: false)).first == [9, 45])
    #expect(places(of: "+", in: lines(picture, isUnicode: false).dropLast()).isEmpty)
    picture.markers = [.init(position: place, label: "")]
    #expect(places(of: "X", in: lines(picture, isUnicode: false)) == [[9, 45]])
    #expect(places(of: "@", in: lines(picture, isUnicode: false).dropLast()).isEmpty)
  }

  @Test func `draws a track the shorter way round`() {
    let track = [at(0, 170), at(0, -170)]
    let columns = places(
      of: "+", in: lines(MapPicture(title: "", tracks: [track]), isUnicode: false)
    )
    .map { $0[1] }
    #expect(columns == [0, 1, 2, 77, 78, 79])
  }

  @Test func `adds the hits of a cell and sizes them`() {
    let cells = [
      TallyCell(at(0, 0), hits: 600), TallyCell(at(0.1, 0.1), hits: 400),
      TallyCell(at(0, -30), hits: 60), TallyCell(at(0, 60), hits: 20),
      TallyCell(at(0, -90), hits: 1),
      TallyCell(at(0, -120), hits: 0),
    ]
    let lines = lines(MapPicture(title: "", cells: cells), isUnicode: false)
    let map = lines.dropLast().map { $0.filter { "*oO@".contains($0) } }.joined()
    #expect(map == "*O@o")
    #expect(lines.last == "@ 200+  O 50+  o 10+  * 1+  1,081 hits on the map")
  }

  @Test func `takes both meridians at the antimeridian for one place`() {
    let cells =
      [180.0, -180].map { TallyCell(at(0, $0), hits: 2) } + [TallyCell(at(0, 0), hits: 20)]
    let lines = lines(MapPicture(title: "", cells: cells), isUnicode: false)
    let map = lines.dropLast().map { $0.filter { "*oO@".contains($0) } }.joined()
    #expect(map == "@O")
    #expect(places(of: "O", in: lines.dropLast()) == [[9, 79]])
  }

  @Test func `counts hits without a position and does not draw them`() {
    let land = lines(MapPicture(title: ""))
    let lines = lines(MapPicture(title: "", cells: [TallyCell(nil, hits: 1200)]))
    #expect(lines.dropLast() == land[...])
    #expect(lines.last == "0 hits on the map, 1,200 without a position")
  }

  @Test func `has no legend without hits`() {
    #expect(lines(MapPicture(title: "title")).count == 16)
    let none = [TallyCell(at(0, 0), hits: 0)]
    #expect(lines(MapPicture(title: "", cells: none)) == lines(MapPicture(title: "")))
  }

  @Test func `survives more hits than can be counted`() {
    let cells = [
      TallyCell(at(0, 0), hits: .max), TallyCell(at(0, 0), hits: .max), TallyCell(nil, hits: .max),
      TallyCell(nil, hits: 1),
    ]
    let lines = lines(MapPicture(title: "", cells: cells), columns: 20)
    #expect(lines.contains("18446744073709551615"))
    #expect(lines.contains("● 2E+  O 1E+"))
    #expect(lines.allSatisfy { $0.count <= 20 })
  }

  @Test func `is ASCII where the terminal is`() {
    for usesColor in [true, false] {
      let lines = lines(.edges, isUnicode: false, usesColor: usesColor)
      #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } })
    }
  }

  @Test func `colours change nothing but colours`() {
    for picture in [MapPicture.clients, .edges] {
      let colored = lines(picture, usesColor: true)
      let sequence = /\u{1B}\[[0-9;]*m/
      #expect(colored.map { $0.replacing(sequence, with: "") } == lines(picture))
      let last = colored.compactMap { $0.matches(of: sequence).last?.output }
      #expect(last.allSatisfy { $0 == "\u{1B}[0m" })
      #expect(!last.isEmpty)
      #expect(lines(picture).allSatisfy { !$0.contains("\u{1B}") })
    }
  }

  @Test func `draws countries with hits brighter`() {
    let cells = ["AU", "au"].map { TallyCell(nil, hits: 1, code: $0) }
    let dim = lines(MapPicture(title: ""), isUnicode: false, usesColor: true)
    for cell in cells {
      let bright = lines(MapPicture(title: "", cells: [cell]), isUnicode: false, usesColor: true)
      #expect(bright[13] != dim[13])
      #expect(bright[5] == dim[5])
    }
    let unknown = ["", "ZZ", "\u{1B}[2J", "ßß"].map { TallyCell(nil, hits: 1, code: $0) }
    let lines = lines(MapPicture(title: "", cells: unknown), isUnicode: false, usesColor: true)
    #expect(lines.dropLast() == dim[...])
  }

  @Test func `lets no text from outside through`() {
    let hostile = "\u{1B}]0;x\u{7}\u{202E}<script>"
    var picture = MapPicture(
      title: hostile,
      cells: [TallyCell(at(0, 0), hits: 1, code: hostile, country: hostile, city: hostile)])
    picture.markers = [.init(position: at(1, 1), label: hostile)]
    let text = lines(picture).joined()
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("script"))
  }
}
