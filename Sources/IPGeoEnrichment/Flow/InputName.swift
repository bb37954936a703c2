/// An input's name, as messages show it and, in UTF-8 at an address that stays, as rows copy it.
final class InputName: Sendable {
  let text: String
  // Filled before the name is shared and never changed.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  init(_ text: String) {
    self.text = text
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    copy.copyBytes(from: text.utf8)
    bytes = UnsafeRawBufferPointer(copy)
  }

  deinit { bytes.deallocate() }
}
