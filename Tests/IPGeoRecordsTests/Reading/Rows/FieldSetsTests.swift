import Testing

@testable import IPGeoRecords

private func chosen(
  _ names: String..., choice: FieldSetChoice = FieldSetChoice()
) -> FieldSet? {
  FieldSets(columns: names).chosen(by: choice)
}

@Suite struct FieldSetsTests {
  @Test func `a set is what has the same text in front`() throws {
    let set = try #require(chosen("ip", "geo_ip", "geo_lat", "geo_lon", "lat"))
    #expect(set.prefix == "geo_" && set.nest == nil && set.hasPosition)
    #expect(set.places == [.ip: 1, .latitude: 2, .longitude: 3])
    #expect(set.name(of: .city) == "geo_city")
  }

  @Test func `ends of other words are none of ours`() {
    #expect(chosen("flat", "salon", "zip", "ship") == nil)
    #expect(chosen("as_org")?.places == [.asOrganization: 0])
    #expect(chosen("country_code")?.places == [.countryCode: 0])
  }

  @Test func `the usual name wins, then coordinates, then the last one`() {
    #expect(chosen("p_lat", "p_lon", "geo_lat", "geo_lon", "q_lat", "q_lon")?.prefix == "geo_")
    #expect(chosen("q_lat", "q_lon", "p_lat", "p_lon")?.prefix == "p_")
    #expect(chosen("lat", "lon", "p_country", "p_city")?.prefix == "")
    #expect(chosen("country", "geo_status", "geo_city")?.prefix == "geo_")
    // One column that happens to be called so is not ours.
    #expect(chosen("geo_country", "p_status", "p_lat", "p_lon")?.prefix == "p_")
  }

  @Test func `a told one is taken, or none`() {
    let names = FieldSetChoice(prefix: "p_")
    #expect(chosen("geo_lat", "geo_lon", "p_lat", "p_lon", choice: names)?.prefix == "p_")
    #expect(chosen("geo_lat", "geo_lon", choice: names) == nil)
    #expect(chosen("lat", "lon", choice: FieldSetChoice(nest: "geo")) == nil)
  }

  @Test func `our object's number is told from other names`() {
    let names: Set<String> = ["geo", "geo_2", "x_2", "geo_02", "geo_1"]
    #expect(RowNest.base(of: "geo_2", among: names) == "geo")
    for name in ["geo", "x_2", "geo_02", "geo_1", "_2", "2"] {
      #expect(RowNest.base(of: name, among: names) == name)
    }
  }

  @Test(arguments: [
    ["LAT", "LON"], ["Latitude", "Longitude"], ["latitude", "longitude"], ["Lat", "Lng"],
    ["geo_LATITUDE", "geo_Long"],
  ])
  func `coordinates are found in capitals and by their other names`(names: [String]) {
    #expect(FieldSets(columns: names).chosen(by: FieldSetChoice())?.hasPosition == true)
  }

  @Test func `what is called exactly so comes before other names`() throws {
    for names in [["latitude", "lat", "LON", "lon"], ["lat", "latitude", "lon", "LON"]] {
      let set = try #require(FieldSets(columns: names).chosen(by: FieldSetChoice()))
      #expect(set.places[.latitude] == names.firstIndex(of: "lat"))
      #expect(set.places[.longitude] == names.firstIndex(of: "lon"))
      #expect(set.repeated.isEmpty)
    }
    let twice = try #require(chosen("LAT", "Lat", "lon"))
    #expect(twice.repeated == [.latitude: [0, 1]])
    #expect(twice.name(of: .latitude) == "Lat" && twice.name(of: .city) == "city")
  }

  @Test func `capitals have no say in what is ours`() {
    #expect(chosen("GEO_LAT", "GEO_LON", "p_lat", "p_lon")?.prefix == "GEO_")
  }
}
