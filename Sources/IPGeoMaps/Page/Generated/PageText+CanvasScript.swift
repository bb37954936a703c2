// Made by `scripts/generate-page` of `Web/canvas.js`; not to be edited by hand.

extension PageText {
  static let canvasScript: StaticString =
    #"""
    const COLOURS = [
    'sea', 'land', 'border', 'shade', 'circle', 'circle-edge', 'circle-text', 'chosen', 'marker',
    'text', 'halo',
    ];
    function readColours() {
    const style = getComputedStyle(document.documentElement);
    const at = isDark() ? 1 : 0;
    return Object.fromEntries(COLOURS.map((name) => {
    const pair = style.getPropertyValue(`--${name}`).match(/#[0-9a-f]+/g);
    return [name, pair[at]];
    }));
    }
    function mixed(from, to, part) {
    const channel = (text, at) => parseInt(text.slice(at, at + 2), 16);
    const mix = (at) => Math.round(channel(from, at) * (1 - part) + channel(to, at) * part);
    return `rgb(${mix(1)}, ${mix(3)}, ${mix(5)})`;
    }
    function partOf(hits, most) {
    return Math.round(10 + 90 * Math.sqrt(hits / most)) / 100;
    }
    function shadeOf(colours, hits, most) {
    return mixed(colours.land, colours.shade, partOf(hits, most));
    }
    function eachWorld(view, draw) {
    const pixels = worldPixels(view);
    const left = view.width / 2 - view.x * pixels;
    for (let edge = left - Math.ceil(left / pixels) * pixels; edge < view.width; edge += pixels) {
    draw(edge, pixels);
    }
    }
    function drawLand(scene) {
    const { context, view, colours, ratio } = scene;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.sea;
    context.fillRect(0, 0, view.width, view.height);
    const top = pixelY(view, 0);
    context.fillStyle = scene.shades.find(({ country }) => country.isPolar)?.colour ?? colours.land;
    context.fillRect(0, pixelY(view, WORLD_HEIGHT) - 1, view.width, view.height);
    eachWorld(view, (left, pixels) => {
    const scale = pixels / PATH_UNITS;
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top);
    context.fillStyle = colours.land;
    context.fill(scene.plainPath, 'evenodd');
    drawShades(scene, left, top, pixels);
    context.strokeStyle = colours.border;
    context.lineWidth = 0.7 / scale;
    context.stroke(scene.borders);
    drawChosenCountries(scene, scale);
    });
    }
    function drawShades(scene, left, top, pixels) {
    const { context, view } = scene;
    for (const { country, colour } of scene.shades) {
    const { box } = country;
    const isSeen = left + box.east * pixels >= 0 && left + box.west * pixels <= view.width
    && top + box.south * pixels >= 0 && top + box.north * pixels <= view.height;
    if (!isSeen) continue;
    context.fillStyle = colour;
    context.fill(country.path, 'evenodd');
    }
    }
    function drawChosenCountries({ context, colours, chosenCountries }, scale) {
    context.strokeStyle = colours.chosen;
    context.lineWidth = 2 / scale;
    for (const country of chosenCountries) context.stroke(country.path);
    }
    const MOST_LABELS = 100;
    const PIN_REACH = 8;
    function eachCopy(view, x, y, radius, draw) {
    const pixels = worldPixels(view);
    const py = pixelY(view, y);
    if (py + radius < 0 || py - radius > view.height) return 0;
    const near = pixelX(view, x);
    let count = 0;
    for (const px of [near, near - pixels, near + pixels]) {
    if (px + radius < 0 || px - radius > view.width) continue;
    draw(px, py);
    count += 1;
    }
    return count;
    }
    function drawCircles(scene) {
    const { context, view, colours, ratio, clusters } = scene;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.strokeStyle = colours['circle-edge'];
    context.lineWidth = 1;
    let count = 0;
    for (const at of clusters.order) {
    const radius = clusters.radius[at];
    const isDim = scene.chosenClusters !== null && !scene.chosenClusters.has(at);
    context.globalAlpha = isDim ? 0.25 : 1;
    const copies = eachCopy(view, clusters.x[at], clusters.y[at], radius, (px, py) => {
    drawCircle(scene, px, py, radius);
    drawCount(scene, px, py, radius, clusters.hits[at]);
    });
    if (copies > 0) count += 1;
    }
    context.globalAlpha = 1;
    return count;
    }
    function drawCircle({ context, colours }, px, py, radius) {
    context.fillStyle = colours.circle;
    context.beginPath();
    context.arc(px, py, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    }
    function countOf(hits, radius) {
    const text = compact.format(hits);
    return radius < 10 || text.length * 7 + 5 > 2 * radius ? '' : text;
    }
    function drawCount({ context, colours }, px, py, radius, hits) {
    const text = countOf(hits, radius);
    if (text === '') return;
    context.fillStyle = colours['circle-text'];
    context.font = '600 11px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, px, py);
    }
    function drawTarget({ context, colours, target }) {
    if (!target) return;
    context.strokeStyle = colours.chosen;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(target.px, target.py, target.radius + 3, 0, 2 * Math.PI);
    context.stroke();
    }
    function drawTracks({ context, view, colours, ratio, tracks }) {
    const top = pixelY(view, 0);
    context.strokeStyle = colours.marker;
    eachWorld(view, (left, pixels) => {
    const scale = pixels / PATH_UNITS;
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top);
    context.lineWidth = 1.8 / scale;
    context.setLineDash([6 / scale, 4 / scale]);
    for (const track of tracks) context.stroke(track);
    });
    context.setLineDash([]);
    }
    function trackPath(track) {
    const path = new Path2D();
    const to = (act, x, y) => path[act](x * PATH_UNITS, y * PATH_UNITS);
    let last = null;
    for (const [latitude, longitude] of track) {
    const [x, y] = [xOf(longitude), yOf(latitude)];
    const end = last ? last.x + shorter(x - last.x) : x;
    to(last ? 'lineTo' : 'moveTo', end, y);
    if (Math.abs(end - x) > 0.5) {
    to('moveTo', last.x + x - end, last.y);
    to('lineTo', x, y);
    }
    last = { x, y };
    }
    return path;
    }
    function drawMarkers(scene) {
    const { context, view, colours, ratio, markers } = scene;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    let count = 0;
    const labels = [];
    for (const marker of markers) {
    const copies = eachCopy(view, marker.x, marker.y, PIN_REACH, (px, py) => {
    drawPin(context, colours, px, py);
    if (labels.length < MOST_LABELS) drawLabel(scene, marker.label, px, py, labels);
    });
    if (copies > 0) count += 1;
    }
    return { count, labels: labels.length };
    }
    function drawPin(context, colours, px, py) {
    context.fillStyle = colours.marker;
    context.strokeStyle = colours.halo;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(px, py, 6, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    }
    function shortened(label, most) {
    if (label.length <= most) return label;
    const letters = Array.from(label);
    return letters.length <= most ? label : `${letters.slice(0, most - 1).join('')}…`;
    }
    function drawLabel({ context, view, colours }, label, px, py, labels) {
    if (label === '') return;
    const text = shortened(label, 48);
    context.font = '600 13px system-ui, sans-serif';
    const { width } = context.measureText(text);
    const isLeft = px + 12 + width > view.width && px > view.width / 2;
    const left = isLeft ? px - 12 - width : px + 12;
    const isTaken = labels.some((other) => (
    left < other.right && other.left < left + width && Math.abs(other.y - py) < 16));
    if (isTaken) return;
    labels.push({ left, right: left + width, y: py });
    context.textAlign = isLeft ? 'right' : 'left';
    context.textBaseline = 'middle';
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeStyle = colours.halo;
    context.strokeText(text, px + (isLeft ? -12 : 12), py);
    context.fillStyle = colours.text;
    context.fillText(text, px + (isLeft ? -12 : 12), py);
    }

    """#
}
