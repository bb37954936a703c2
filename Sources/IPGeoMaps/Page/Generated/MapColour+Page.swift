// Made by `scripts/generate-page` of `Web/colours.css`; not to be edited by hand.

extension MapColour {
  static let page = MapColour(light: 0xFFFFFFFF, dark: 0x11181DFF)
  static let text = MapColour(light: 0x1B2830FF, dark: 0xE4EBEFFF)
  static let quiet = MapColour(light: 0x586872FF, dark: 0x9CADB7FF)
  static let sea = MapColour(light: 0xE6EEF2FF, dark: 0x0D1418FF)
  static let land = MapColour(light: 0xFBFBF9FF, dark: 0x232E35FF)
  static let border = MapColour(light: 0xBCC8CEFF, dark: 0x41505AFF)
  static let shade = MapColour(light: 0x3D8FB0FF, dark: 0x3E8AA9FF)
  static let circle = MapColour(light: 0xE4702ACC, dark: 0xF5A04CCC)
  static let circleEdge = MapColour(light: 0xFFFFFFFF, dark: 0x11181DFF)
  static let circleText = MapColour(light: 0x2C1100FF, dark: 0x241300FF)
  static let marker = MapColour(light: 0xC22F4BFF, dark: 0xFF7D93FF)
  static let halo = MapColour(light: 0xFFFFFFFF, dark: 0x11181DFF)
}
