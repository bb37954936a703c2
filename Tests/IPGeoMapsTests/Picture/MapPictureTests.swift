import IPGeoCore
import IPGeoMaps
import Testing

@Suite struct MapPictureTests {
  @Test func `holds what it is given`() throws {
    let position = try #require(Position(latitude: 1, longitude: 2))
    let picture = MapPicture(title: "t", markers: [.init(position: position, label: "here")])
    #expect(picture.markers.map(\.label) == ["here"])
    #expect(picture.cells.isEmpty)
    #expect(picture.tracks.isEmpty)
  }
}
