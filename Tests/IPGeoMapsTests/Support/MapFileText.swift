import IPGeoByteStreams
import IPGeoMaps

/// The text of a map file.
func file(
  _ picture: MapPicture, as format: MapFileFormat, withAddresses: Bool = false
) -> String {
  var buffer = ByteBuffer()
  MapFile.append(picture, as: format, withAddresses: withAddresses, to: &buffer)
  return String(decoding: buffer.bytes, as: UTF8.self)
}
