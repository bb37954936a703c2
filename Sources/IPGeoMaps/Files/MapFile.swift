public import IPGeoByteStreams

/// A picture as a file.
public enum MapFile {
  /// Appends the whole file.
  ///
  /// Labels, titles and names are escaped for the format; what cannot be seen in them, or steers a
  /// terminal or the direction of writing, is shown as `VisibleText` shows it. The same picture
  /// gives the same bytes, in whatever order its cells come.
  /// - Parameters:
  ///   - picture: What to show. Its title and its labels are part of the file in any case.
  ///   - format: What to write.
  ///   - withAddresses: Whether the file lists the addresses of the cells; else none of them is in
  ///     it, whatever the cells hold.
  ///   - buffer: Where the file goes.
  public static func append(
    _ picture: MapPicture, as format: MapFileFormat, withAddresses: Bool,
    to buffer: inout ByteBuffer
  ) {
    switch format {
    case .html: MapPage.append(picture, withAddresses: withAddresses, to: &buffer)
    case .svg: SVGMap.append(picture, withAddresses: withAddresses, to: &buffer)
    case .geojson: GeoJSONMap.append(picture, withAddresses: withAddresses, to: &buffer)
    }
  }
}
