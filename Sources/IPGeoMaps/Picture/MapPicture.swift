public import IPGeoCore
public import IPGeoSummaries

/// What a map shows, whatever it is drawn as.
public struct MapPicture: Hashable, Sendable {
  /// One place with a name: an address that was looked up, the space station.
  public struct Marker: Hashable, Sendable {
    /// Where it is.
    public var position: Position
    /// What it is called; from outside, so to be escaped wherever it is written.
    public var label: String

    /// Makes a marker.
    public init(position: Position, label: String) {
      self.position = position
      self.label = label
    }
  }

  /// What the picture is called; from outside.
  public var title: String
  /// Hits, drawn as circles sized by them; those without a position are counted and not drawn.
  public var cells: [TallyCell]
  /// The cells of each address that several of them have, by their places in `cells`: it is counted
  /// once in all of them together.
  public var shared: [[Int]]
  /// Whether it is known how many addresses the cells have; else their counts say nothing.
  public var knowsAddresses: Bool
  /// Single places.
  public var markers: [Marker]
  /// Ways that were gone, each from its oldest position to its newest; steps go the shorter way
  /// round, across the antimeridian too.
  public var tracks: [[Position]]

  /// Makes a picture.
  public init(
    title: String, cells: [TallyCell] = [], shared: [[Int]] = [], knowsAddresses: Bool = true,
    markers: [Marker] = [], tracks: [[Position]] = []
  ) {
    self.title = title
    self.cells = cells
    self.shared = shared
    self.knowsAddresses = knowsAddresses
    self.markers = markers
    self.tracks = tracks
  }
}
