// The countries' outlines, out of the packed text that WorldOutline describes.

// Paths are drawn in these units, for sizes that a browser's single precision takes well.
const PATH_UNITS = 4096;

function readOutline() {
  const text = document.getElementById('outline').textContent;
  return text.split(';').map(readCountry);
}

function readCountry(text) {
  const [code, name, rings] = text.split('|');
  const country = { code, name, rings: rings.split(',').map(readRing) };
  country.path = fillPath(country.rings);
  country.box = boxOf(country.rings);
  country.area = Math.abs(country.rings.reduce((sum, ring) => sum + signedArea(ring), 0));
  country.isPolar = country.rings.some(reachesPole);
  return country;
}

function reachesPole(ring) {
  return ring.some((degrees, i) => i % 2 === 1 && degrees === -90);
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Uint8Array(128);
for (let i = 0; i < DIGITS.length; i += 1) VALUES[DIGITS.charCodeAt(i)] = i;

// Longitudes and latitudes by turns, in degrees; the closing point is left out.
function readRing(text) {
  const degrees = [];
  const sums = [0, 0];
  let value = 0;
  let shift = 0;
  for (let i = 0; i < text.length; i += 1) {
    const bits = VALUES[text.charCodeAt(i)];
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    const axis = degrees.length & 1;
    sums[axis] += value & 1 ? ~(value >> 1) : value >> 1;
    degrees.push(sums[axis] / 100);
    value = 0;
    shift = 0;
  }
  return Float64Array.from(degrees);
}

// Not wrapped: rings end at the antimeridian, and 180 has to stay at the right end of the world.
function pathX(longitude) {
  return (longitude / 360 + 0.5) * PATH_UNITS;
}

function pathY(latitude) {
  return yOf(latitude) * PATH_UNITS;
}

function fillPath(rings) {
  const path = new Path2D();
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const to = i === 0 ? 'moveTo' : 'lineTo';
      path[to](pathX(ring[i]), pathY(ring[i + 1]));
    }
    path.closePath();
  }
  return path;
}

// All borders in one path, but for the seams that only close rings at the world's edges.
function borderPath(countries) {
  const path = new Path2D();
  for (const country of countries) {
    for (const ring of country.rings) addBorder(path, ring);
  }
  return path;
}

function addBorder(path, ring) {
  const last = ring.length - 2;
  path.moveTo(pathX(ring[last]), pathY(ring[last + 1]));
  for (let i = 0, from = last; i < ring.length; from = i, i += 2) {
    const isSeam = isAtEdge(ring[i], ring[i + 1]) && isAtEdge(ring[from], ring[from + 1]);
    path[isSeam ? 'moveTo' : 'lineTo'](pathX(ring[i]), pathY(ring[i + 1]));
  }
}

function isAtEdge(longitude, latitude) {
  return Math.abs(longitude) === 180 || latitude === -90;
}

function boxOf(rings) {
  const box = { west: 1, east: 0, north: WORLD_HEIGHT, south: 0 };
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i] / 360 + 0.5;
      const y = yOf(ring[i + 1]);
      box.west = Math.min(box.west, x);
      box.east = Math.max(box.east, x);
      box.north = Math.min(box.north, y);
      box.south = Math.max(box.south, y);
    }
  }
  return box;
}

// Twice the area on a map of degrees; holes run the other way round.
function signedArea(ring) {
  let sum = 0;
  for (let i = 0, from = ring.length - 2; i < ring.length; from = i, i += 2) {
    sum += ring[from] * ring[i + 1] - ring[i] * ring[from + 1];
  }
  return sum;
}

function contains(country, longitude, latitude) {
  let inside = false;
  for (const ring of country.rings) {
    if (surrounds(ring, longitude, latitude)) inside = !inside;
  }
  return inside;
}

// Whether a ray eastwards from the place crosses the ring an odd number of times.
function surrounds(ring, longitude, latitude) {
  let inside = false;
  for (let i = 0, from = ring.length - 2; i < ring.length; from = i, i += 2) {
    const y0 = ring[from + 1];
    const y1 = ring[i + 1];
    if (y0 > latitude === y1 > latitude) continue;
    const x = ring[from] + (ring[i] - ring[from]) * ((latitude - y0) / (y1 - y0));
    if (longitude < x) inside = !inside;
  }
  return inside;
}

// Where two overlap it is the smaller one.
function countryAt(outline, longitude, latitude) {
  const x = longitude / 360 + 0.5;
  const y = yOf(latitude);
  const near = ({ box }) => x >= box.west && x <= box.east && y >= box.north && y <= box.south;
  return outline
    .filter((country) => near(country) && contains(country, longitude, latitude))
    .reduce((least, country) => least && least.area <= country.area ? least : country, null);
}

// The rows of countries, whether the outline has them or not: shades tell hits beside the busiest.
function shadedRows({ notes }, outlineRows) {
  const outlined = new Set(outlineRows);
  return Array.from(notes.keys()).filter((row) => notes[row] !== '' || outlined.has(row));
}

// The row of the countries' list for each outline; -1 where the file has no hits there.
function rowsOfOutline(outline, list) {
  const rows = new Map();
  list.names.forEach((name, row) => rows.set(`name ${name}`, row));
  list.notes.forEach((code, row) => { if (code) rows.set(`code ${code}`, row); });
  return outline.map(({ code, name }) => {
    const row = code ? rows.get(`code ${code}`) : rows.get(`name ${name}`);
    return row ?? NONE;
  });
}
