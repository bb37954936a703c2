/// Whose names the columns and members of rows have: `--schema`.
///
/// Which fields rows have is told by our names, whatever the schema; see `Field`.
public enum RowSchema: String, Sendable, CaseIterable {
  /// Our own.
  case ipgeo
  /// Those of ip-api.com's JSON; what it has no name for keeps ours.
  case ipAPI = "ip-api"
  /// The Elastic Common Schema; what it has no name for stands in an object `ipgeo`.
  case ecs

  /// The version of the Elastic Common Schema whose names these are; rows of JSON name it.
  public static let ecsVersion = "9.4.0"
}
