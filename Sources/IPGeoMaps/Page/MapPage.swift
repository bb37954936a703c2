public import IPGeoByteStreams

/// A picture as one HTML file that needs nothing else: no network, no libraries, no fonts.
///
/// Its script, style and markup stand in `Web`; `scripts/generate-page` makes `Generated` of them.
public enum MapPage {
  /// Appends the whole file.
  ///
  /// Titles, names and labels are hostile until they are escaped, which happens here. Without
  /// `withAddresses` the file holds no address of any cell, whatever the cells hold.
  ///
  /// Numbers of hits stand in the file as they are; beyond 2^53 the script rounds them, as its numbers
  /// have no more digits.
  public static func append(
    _ picture: MapPicture, withAddresses: Bool, to buffer: inout ByteBuffer
  ) {
    let data = PageData(picture, withAddresses: withAddresses)
    for piece in PageText.markup {
      switch piece {
      case .text(let text): buffer.append(text)
      case .style: PageText.style.forEach { buffer.append($0) }
      case .script: PageText.script.forEach { buffer.append($0) }
      case .policy: buffer.append(PageText.policy)
      case .outline: buffer.append(WorldOutline.packed)
      case .kind: buffer.append(data.kindClass)
      case .title: XMLText.append(data.title, to: &buffer)
      case .sum: buffer.append(data.sum)
      case .outcome: if data.isOfHits { data.outcome.appendStatuses(to: &buffer) }
      case .notice: if data.isOfHits { data.outcome.appendNotice(to: &buffer) }
      case .tables: data.appendTables(to: &buffer)
      case .data: data.appendJSON(to: &buffer)
      }
    }
  }
}
