/// A colour of pages and still pictures: one for a light background and one for a dark one.
///
/// `Web/colours.css` has them all; `scripts/generate-page` makes the constants of it.
struct MapColour: Hashable {
  /// Red, green, blue and opacity, a byte each.
  let light: UInt32
  let dark: UInt32

  /// The colour with some hundredths of another one in it, as `mixed` in the page's `canvas.js`.
  func mixed(with other: MapColour, hundredths: Int) -> MapColour {
    let part = Double(min(100, max(0, hundredths))) / 100
    return MapColour(
      light: Self.mix(light, other.light, part), dark: Self.mix(dark, other.dark, part))
  }

  private static func mix(_ from: UInt32, _ to: UInt32, _ part: Double) -> UInt32 {
    [24, 16, 8, 0].reduce(0) { mixed, shift in
      let (old, new) = (Double(from >> UInt32(shift) & 0xFF), Double(to >> UInt32(shift) & 0xFF))
      return mixed | UInt32((old * (1 - part) + new * part).rounded()) << UInt32(shift)
    }
  }
}
