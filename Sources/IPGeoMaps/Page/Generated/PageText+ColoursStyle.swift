// Made by `scripts/generate-page` of `Web/colours.css`; not to be edited by hand.

extension PageText {
  static let coloursStyle: StaticString =
    #"""
    :root {
    --page: light-dark(#ffffff, #11181d);
    --text: light-dark(#1b2830, #e4ebef);
    --quiet: light-dark(#586872, #9cadb7);
    --sea: light-dark(#e6eef2, #0d1418);
    --land: light-dark(#fbfbf9, #232e35);
    --border: light-dark(#bcc8ce, #41505a);
    --shade: light-dark(#3d8fb0, #3e8aa9);
    --circle: light-dark(#e4702acc, #f5a04ccc);
    --circle-edge: light-dark(#ffffff, #11181d);
    --circle-text: light-dark(#2c1100, #241300);
    --marker: light-dark(#c22f4b, #ff7d93);
    --halo: light-dark(#ffffff, #11181d);
    }

    """#
}
