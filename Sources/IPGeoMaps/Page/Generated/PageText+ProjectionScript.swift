// Made by `scripts/generate-page` of `Web/projection.js`; not to be edited by hand.

extension PageText {
  static let projectionScript: StaticString =
    #"""
    const WORLD_HEIGHT = 2 * millerOf(90) / (2 * Math.PI);
    function millerOf(latitude) {
    return 1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * latitude * Math.PI / 180));
    }
    function wrapped(x) {
    return x - Math.floor(x);
    }
    function shorter(dx) {
    return dx - Math.round(dx);
    }
    function xOf(longitude) {
    return wrapped(longitude / 360 + 0.5);
    }
    function yOf(latitude) {
    return WORLD_HEIGHT / 2 - millerOf(latitude) / (2 * Math.PI);
    }
    function longitudeOf(x) {
    return (wrapped(x) - 0.5) * 360;
    }
    function latitudeOf(y) {
    const miller = (WORLD_HEIGHT / 2 - y) * 2 * Math.PI;
    return 2.5 * (Math.atan(Math.exp(0.8 * miller)) - Math.PI / 4) * 180 / Math.PI;
    }

    """#
}
