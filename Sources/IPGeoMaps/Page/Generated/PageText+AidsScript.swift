// Made by `scripts/generate-page` of `Web/aids.js`; not to be edited by hand.

extension PageText {
  static let aidsScript: StaticString =
    #"""
    function placeText(page, place) {
    const { data } = page;
    page.cellsByPlace ??= cellsByPlace(data);
    const { starts, cells } = page.cellsByPlace;
    let busiest = NONE;
    for (let i = starts[place]; i < starts[place + 1]; i += 1) {
    if (busiest === NONE || data.hits[cells[i]] > data.hits[busiest]) busiest = cells[i];
    }
    if (busiest === NONE) return '';
    const known = ['city', 'country'].filter((kind) => (
    data.kinds[kind].of[busiest] !== data.kinds[kind].unknown));
    if (known.length > 0) {
    return known.map((kind) => nameOf(data, kind, data.kinds[kind].of[busiest])).join(', ');
    }
    return `${data.places.latitude[place]}, ${data.places.longitude[place]}`;
    }
    function clusterText(page, cluster) {
    const { clusters, weights } = page.map;
    const hits = counted(clusters.hits[cluster], 'hit', 'hits');
    let busiest = NONE;
    clusters.owner.forEach((owner, place) => {
    if (owner !== cluster) return;
    if (busiest === NONE || weights[place] > weights[busiest]) busiest = place;
    });
    const text = `${hits}: ${placeText(page, busiest)}`;
    const others = clusters.size[cluster] - 1;
    return others > 0 ? `${text} and ${counted(others, 'place', 'places')} more` : text;
    }
    const MOST_TIP_LINES = 8;
    function markerLines(markers) {
    const labels = new Set(markers.map(({ label, latitude, longitude }) => (
    label === '' ? `${latitude}, ${longitude}` : label)));
    const lines = Array.from(labels).slice(0, MOST_TIP_LINES);
    const rest = labels.size - lines.length;
    return rest > 0 ? [...lines, `and ${grouped.format(rest)} more`] : lines;
    }
    function tipLines(page, px, py, cluster) {
    const lines = markerLines(page.map.markersAt(px, py));
    if (cluster !== NONE) lines.push(clusterText(page, cluster));
    if (lines.length > 0) return lines;
    const row = page.map.countryRowAt(px, py);
    if (row === NONE) return [];
    const hits = page.sums.countryHits[row];
    return [`${nameOf(page.data, 'country', row)}: ${counted(hits, 'hit', 'hits')}`];
    }
    function showTip(page, px, py, cluster = page.map.clusterAt(px, py)) {
    const tip = document.getElementById('tip');
    const { width, height } = page.map.view;
    const lines = tipLines(page, px, py, cluster);
    tip.hidden = lines.length === 0;
    tip.replaceChildren(...lines.map((line) => element('div', {}, element('bdi', {}, line))));
    const isRight = px > width / 2;
    tip.style.left = isRight ? '' : `${px + 14}px`;
    tip.style.right = isRight ? `${width - px + 14}px` : '';
    const isLow = py > height / 2;
    tip.style.top = isLow ? '' : `${Math.max(4, py - 34)}px`;
    tip.style.bottom = isLow ? `${height - py + 8}px` : '';
    }
    function hideTip() {
    document.getElementById('tip').hidden = true;
    }
    function roundDown(number) {
    const unit = 10 ** Math.floor(Math.log10(number));
    return [10, 5, 2, 1].find((step) => step * unit <= number) * unit;
    }
    function dot({ clusters, greatest }, hits) {
    const made = element('span', { class: 'dot' });
    made.style.width = `${2 * radiusOf(hits, clusters.most, greatest)}px`;
    made.style.height = made.style.width;
    return element('span', { class: 'scale' }, made, compact.format(hits));
    }
    function shadeScales({ mostShade }, whole) {
    const parts = [16, 4].map((part) => Math.floor(mostShade / part))
    .filter((hits) => hits > 0 && hits / whole >= 0.001);
    return [...parts, mostShade].map((hits) => {
    const swatch = element('span', { class: 'swatch' });
    swatch.style.setProperty('--part', `${100 * partOf(hits, mostShade)}%`);
    return element('span', { class: 'scale' }, swatch, percent(hits, whole));
    });
    }
    function showLegend(page) {
    const { map, data } = page;
    const { most } = map.clusters;
    const key = `${most} ${map.mostShade} ${map.shades.length} ${map.greatest}`;
    if (page.legendKey === key) return;
    page.legendKey = key;
    const parts = [];
    if (map.shades.length > 0) parts.push('Share of hits', ...shadeScales(map, data.placedHits));
    if (most > 0) {
    const examples = [most / 40, most / 4].map(roundDown).filter((hits) => hits >= 1);
    parts.push('Hits', ...(examples.length > 0 ? examples : [most]).map((hits) => dot(map, hits)));
    }
    document.getElementById('legend').replaceChildren(...parts);
    }
    const systemDark = matchMedia('(prefers-color-scheme: dark)');
    function isDark() {
    const { theme } = document.documentElement.dataset;
    return theme ? theme === 'dark' : systemDark.matches;
    }
    function setTheme(theme) {
    const { dataset } = document.documentElement;
    if (theme) dataset.theme = theme;
    else delete dataset.theme;
    }
    function listenToTheme(changed) {
    const button = document.getElementById('theme');
    const show = () => {
    button.setAttribute('aria-pressed', isDark());
    changed();
    };
    button.setAttribute('aria-pressed', isDark());
    button.addEventListener('click', () => {
    setTheme(isDark() ? 'light' : 'dark');
    show();
    });
    systemDark.addEventListener('change', show);
    }
    function listenToPrint(changed) {
    let kept;
    window.addEventListener('beforeprint', () => {
    kept = document.documentElement.dataset.theme;
    setTheme('light');
    changed(true);
    });
    window.addEventListener('afterprint', () => {
    setTheme(kept);
    changed(false);
    });
    }
    function diagnosticsOf(page) {
    const { map } = page;
    return {
    get marks() { return map ? map.marks : 0; },
    get markers() { return map ? map.markersDrawn : 0; },
    get labels() { return map ? map.labelsDrawn : 0; },
    get target() { return map?.target ? [map.target.px, map.target.py] : null; },
    get circleList() { return map ? map.circleList : []; },
    get circles() { return map ? map.clusters.count : 0; },
    get hitsShown() { return page.sums.shown; },
    get addressesShown() { return page.sums.addresses; },
    get hitsTotal() { return page.data.totalHits; },
    get hitsWithoutPosition() { return page.sums.unplaced; },
    rows: (kind) => page.tables[kind].count,
    hitsOfRows: (kind) => page.sums.rows[kind].total,
    get hitsOnMap() { return map ? map.clusters.hits.reduce((a, b) => a + b, 0) : 0; },
    get view() {
    if (!map) return null;
    const { x, y, zoom, width, height } = map.view;
    return { longitude: longitudeOf(x), latitude: latitudeOf(y), zoom, width, height };
    },
    pixelOf: (latitude, longitude) => (
    [pixelX(map.view, xOf(longitude)), pixelY(map.view, yOf(latitude))]),
    get frames() { return map ? map.frames : 0; },
    get lastFrame() { return map ? map.lastFrame : 0; },
    move: (dx, dy) => page.look(moved(map.view, dx, dy)),
    zoom: (steps) => page.look(zoomed(map.view, steps)),
    };
    }

    """#
}
