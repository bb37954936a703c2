// What part of the world the canvas shows: pure sums, so that drawing and gestures agree.

const MOST_ZOOM = 10;
// How far beyond the poles the map may be moved, so that circles there are whole; CSS pixels.
const POLE_MARGIN = 48;

function homeView(width, height) {
  return bounded({ x: 0.5, y: yOf(12), zoom: 0, width, height });
}

function worldPixels(view) {
  return view.width * 2 ** view.zoom;
}

function bounded(view) {
  const zoom = Math.min(MOST_ZOOM, Math.max(0, view.zoom));
  const pixels = worldPixels({ ...view, zoom });
  const least = (view.height / 2 - POLE_MARGIN) / pixels;
  const isWhole = WORLD_HEIGHT * pixels <= view.height;
  const y = isWhole || least >= WORLD_HEIGHT / 2
    ? WORLD_HEIGHT / 2
    : Math.min(WORLD_HEIGHT - least, Math.max(least, view.y));
  return { ...view, zoom, x: wrapped(view.x), y };
}

function moved(view, dx, dy) {
  const pixels = worldPixels(view);
  return bounded({ ...view, x: view.x + dx / pixels, y: view.y + dy / pixels });
}

// Zooms by `steps` while what lies at (px, py) of the canvas stays there.
function zoomed(view, steps, px = view.width / 2, py = view.height / 2) {
  const fixed = worldAt(view, px, py);
  const zoom = Math.min(MOST_ZOOM, Math.max(0, view.zoom + steps));
  const pixels = worldPixels({ ...view, zoom });
  return bounded({
    ...view,
    zoom,
    x: fixed.x - (px - view.width / 2) / pixels,
    y: fixed.y - (py - view.height / 2) / pixels,
  });
}

function worldAt(view, px, py) {
  const pixels = worldPixels(view);
  return {
    x: view.x + (px - view.width / 2) / pixels,
    y: view.y + (py - view.height / 2) / pixels,
  };
}

// How far from the left a place is, the way round that is nearest to the middle.
function pixelX(view, x) {
  return view.width / 2 + shorter(x - view.x) * worldPixels(view);
}

function pixelY(view, y) {
  return view.height / 2 + (y - view.y) * worldPixels(view);
}

function isWithin(view, x, y) {
  const pixels = worldPixels(view);
  return Math.abs(shorter(x - view.x)) * pixels <= view.width / 2
    && Math.abs(y - view.y) * pixels <= view.height / 2;
}

// The closest view of all points; across the antimeridian where that is the shorter way.
function fitted(view, xs, ys) {
  if (xs.length === 0) return view;
  const [west, width] = leastArc(xs);
  const north = ys.reduce((a, b) => Math.min(a, b));
  const height = ys.reduce((a, b) => Math.max(a, b)) - north;
  const room = Math.max(40, Math.min(view.width, view.height) * 0.7);
  const scales = [room / Math.max(width, 1e-6), room / Math.max(height, 1e-6)];
  const zoom = Math.min(6, Math.log2(Math.min(...scales) / view.width));
  return bounded({ ...view, zoom, x: west + width / 2, y: north + height / 2 });
}

// The shortest part of the circle that holds all: it begins behind the widest gap.
function leastArc(xs) {
  const sorted = Float64Array.from(xs).sort();
  const last = sorted.length - 1;
  let [gap, west] = [sorted[0] + 1 - sorted[last], sorted[0]];
  for (let i = 0; i < last; i += 1) {
    if (sorted[i + 1] - sorted[i] > gap) [gap, west] = [sorted[i + 1] - sorted[i], sorted[i + 1]];
  }
  return [west, 1 - gap];
}
