// Made by `scripts/generate-page` of `Web/map.js`; not to be edited by hand.

extension PageText {
  static let mapScript: StaticString =
    #"""
    const PAPER_RATIO = 3;
    class WorldMap {
    constructor(canvas, context, data, outline) {
    this.canvas = canvas;
    this.context = context;
    this.data = data;
    this.outline = outline;
    this.outlineRows = rowsOfOutline(outline, data.kinds.country);
    this.shadedRows = shadedRows(data.kinds.country, this.outlineRows);
    this.borders = borderPath(outline);
    this.tracks = data.tracks.map(trackPath);
    this.markers = data.markers.map(([latitude, longitude, label]) => (
    { x: xOf(longitude), y: yOf(latitude), label, latitude, longitude }));
    this.colours = readColours();
    this.levels = new Map();
    this.hasKeys = false;
    this.target = null;
    this.chosenPlaces = null;
    this.marks = 0;
    this.frames = 0;
    this.lastFrame = 0;
    this.view = null;
    this.resize();
    }
    resize() {
    const width = Math.max(1, this.canvas.clientWidth);
    const height = Math.max(1, this.canvas.clientHeight);
    this.ratio = Math.min(3, window.devicePixelRatio || 1);
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    const greatest = Math.min(30, Math.max(16, Math.min(width, height) / 22));
    if (greatest !== this.greatest || width !== this.view?.width) this.levels.clear();
    this.greatest = greatest;
    this.view = this.view ? bounded({ ...this.view, width, height }) : homeView(width, height);
    }
    take(sums, filters) {
    if (!this.weights || sums.placeHits.some((hits, place) => hits !== this.weights[place])) {
    this.weights = sums.placeHits;
    this.order = byWeight(this.weights);
    this.levels.clear();
    }
    this.shade(sums.countryHits);
    this.chosenPlaces = filters.places;
    const { country } = filters.chosen;
    this.chosenCountries = this.outline.filter((_, i) => country.has(this.outlineRows[i]));
    }
    shade(hits) {
    this.mostShade = this.shadedRows.reduce((most, row) => Math.max(most, hits[row]), 0);
    this.shades = [];
    this.plainPath = new Path2D();
    this.outline.forEach((country, i) => {
    const row = this.outlineRows[i];
    if (row !== NONE && hits[row] > 0) this.shades.push({ country, hits: hits[row] });
    else this.plainPath.addPath(country.path);
    });
    this.colourShades();
    }
    colourShades() {
    for (const shade of this.shades) {
    shade.colour = shadeOf(this.colours, shade.hits, this.mostShade);
    }
    }
    readColours() {
    this.colours = readColours();
    this.colourShades();
    }
    get clusters() {
    return this.clustersOf(this.level);
    }
    get level() {
    return Math.floor(this.view.zoom + 1e-9);
    }
    clustersOf(level) {
    if (!this.levels.has(level)) {
    const pixels = worldPixels({ ...this.view, zoom: level });
    const made = clustersAt(this.data.places, this.weights, this.order, pixels, this.greatest);
    this.levels.set(level, made);
    }
    return this.levels.get(level);
    }
    draw() {
    const began = performance.now();
    const { clusters } = this;
    this.target = this.hasKeys ? this.nearestToMiddle() : null;
    const scene = { ...this, clusters, chosenClusters: this.chosenClusters(clusters) };
    drawLand(scene);
    drawTracks(scene);
    this.marks = drawCircles(scene);
    const { count, labels } = drawMarkers(scene);
    drawTarget(scene);
    this.markersDrawn = count;
    this.labelsDrawn = labels;
    this.frames += 1;
    this.lastFrame = performance.now() - began;
    }
    drawOn(paper) {
    const { context, ratio, view, hasKeys } = this;
    const sheet = new OffscreenCanvas(view.width * PAPER_RATIO, view.height * PAPER_RATIO);
    const onPaper = sheet.getContext('2d', { alpha: false });
    Object.assign(this, { context: onPaper, ratio: PAPER_RATIO, hasKeys: false });
    this.draw();
    Object.assign(this, { context, ratio, hasKeys });
    const image = sheet.transferToImageBitmap();
    Object.assign(paper, { width: image.width, height: image.height });
    paper.getContext('bitmaprenderer').transferFromImageBitmap(image);
    }
    chosenClusters(clusters) {
    if (this.chosenPlaces === null) return null;
    return new Set(Array.from(this.chosenPlaces, (place) => clusters.owner[place]));
    }
    get circleList() {
    const { clusters, view } = this;
    return Array.from(clusters.order, (at) => {
    const [hits, radius] = [clusters.hits[at], clusters.radius[at]];
    const [px, py] = [pixelX(view, clusters.x[at]), pixelY(view, clusters.y[at])];
    return [px, py, hits, radius, countOf(hits, radius)];
    });
    }
    clusterAt(px, py, slack = 2) {
    const { clusters, view } = this;
    for (let i = clusters.order.length - 1; i >= 0; i -= 1) {
    const at = clusters.order[i];
    const radius = clusters.radius[at] + slack;
    let isHit = false;
    eachCopy(view, clusters.x[at], clusters.y[at], radius, (x, y) => {
    if ((x - px) ** 2 + (y - py) ** 2 <= radius * radius) isHit = true;
    });
    if (isHit) return at;
    }
    return NONE;
    }
    markersAt(px, py) {
    return this.markers.filter(({ x, y }) => {
    let isHit = false;
    eachCopy(this.view, x, y, PIN_REACH, (atX, atY) => {
    if ((atX - px) ** 2 + (atY - py) ** 2 <= PIN_REACH * PIN_REACH) isHit = true;
    });
    return isHit;
    });
    }
    nearestToMiddle() {
    const { clusters, markers, view } = this;
    let [nearest, least] = [null, Infinity];
    const look = (x, y, radius, cluster) => {
    const dx = shorter(x - view.x);
    const dy = y - view.y;
    if (dx * dx + dy * dy >= least || !isWithin(view, x, y)) return;
    least = dx * dx + dy * dy;
    nearest = { px: pixelX(view, x), py: pixelY(view, y), radius, cluster };
    };
    for (const at of clusters.order) look(clusters.x[at], clusters.y[at], clusters.radius[at], at);
    for (const { x, y } of markers) look(x, y, PIN_REACH, NONE);
    return nearest;
    }
    placesOf(cluster) {
    const places = new Set();
    this.clusters.owner.forEach((owner, place) => { if (owner === cluster) places.add(place); });
    return places;
    }
    countryRowAt(px, py) {
    const { x, y } = worldAt(this.view, px, py);
    if (y < 0 || y > WORLD_HEIGHT) return NONE;
    const country = countryAt(this.outline, longitudeOf(x), latitudeOf(y));
    return country ? this.outlineRows[this.outline.indexOf(country)] : NONE;
    }
    isInView(place) {
    return isWithin(this.view, this.data.places.x[place], this.data.places.y[place]);
    }
    fit() {
    const { places } = this.data;
    const wanted = this.chosenPlaces ? Array.from(this.chosenPlaces) : Array.from(this.order);
    const xs = wanted.map((place) => places.x[place]);
    const ys = wanted.map((place) => places.y[place]);
    this.markers.forEach(({ x, y }) => { xs.push(x); ys.push(y); });
    this.view = fitted(this.view, xs, ys);
    }
    }

    """#
}
