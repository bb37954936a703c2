// Miller's cylindrical projection: it shows the poles, which Mercator's cannot, keeps shapes better
// than degrees as they are, and is as wide everywhere, so that the map goes round.
// A world is 1 wide; x grows to the east from the antimeridian, y to the south from the pole.

const WORLD_HEIGHT = 2 * millerOf(90) / (2 * Math.PI);

function millerOf(latitude) {
  return 1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * latitude * Math.PI / 180));
}

// The part that lies in [0, 1): the same place, whichever way round it was reached.
function wrapped(x) {
  return x - Math.floor(x);
}

// The shorter way round to a place that is `dx` away: -0.5 to 0.5.
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
