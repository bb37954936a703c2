// Made by `scripts/generate-page` of `Web/data.js`; not to be edited by hand.

extension PageText {
  static let dataScript: StaticString =
    #"""
    const NONE = -1;
    const OUTSIDE = -2;
    const KINDS = ['country', 'city', 'network', 'zone', 'status'];
    function readData() {
    const raw = JSON.parse(document.getElementById('data').textContent);
    const cells = raw.cells;
    const data = {
    count: cells.hits.length,
    hits: Float64Array.from(cells.hits),
    addressCounts: Float64Array.from(cells.addresses),
    places: readPlaces(raw),
    placeOf: Int32Array.from(cells.place),
    shared: raw.shared,
    knowsAddresses: raw.knowsAddresses,
    addresses: raw.addresses || null,
    kinds: {},
    markers: raw.markers,
    tracks: raw.tracks,
    };
    for (const kind of KINDS) {
    data.kinds[kind] = readKind(raw[kind], cells[kind]);
    }
    data.totalHits = data.hits.reduce((sum, hits) => sum + hits, 0);
    const { of, outside } = data.kinds.country;
    data.placedHits = data.hits.reduce((sum, hits, at) => (
    of[at] === outside ? sum : sum + hits), 0);
    return data;
    }
    function readPlaces(raw) {
    const count = raw.latitude.length;
    const places = {
    count,
    latitude: Float64Array.from(raw.latitude),
    longitude: Float64Array.from(raw.longitude),
    x: new Float64Array(count),
    y: new Float64Array(count),
    };
    for (let i = 0; i < count; i += 1) {
    places.x[i] = xOf(places.longitude[i]);
    places.y[i] = yOf(places.latitude[i]);
    }
    return places;
    }
    function readKind(list, column) {
    const unknown = list.names.length;
    const outside = unknown + 1;
    const more = { [NONE]: unknown, [OUTSIDE]: outside };
    const of = Int32Array.from(column, (at) => at < 0 ? more[at] : at);
    return { names: list.names, notes: list.notes, unknown, outside, size: unknown + 2, of };
    }
    function nameOf(data, kind, row) {
    const list = data.kinds[kind];
    return row >= list.unknown ? 'not known' : list.names[row];
    }
    function noteOf(data, kind, row) {
    const list = data.kinds[kind];
    return row >= list.unknown ? '' : list.notes[row];
    }
    function cellsByPlace(data) {
    const starts = new Int32Array(data.places.count + 1);
    for (let cell = 0; cell < data.count; cell += 1) {
    if (data.placeOf[cell] !== NONE) starts[data.placeOf[cell] + 1] += 1;
    }
    for (let i = 0; i < data.places.count; i += 1) starts[i + 1] += starts[i];
    const next = starts.slice();
    const cells = new Int32Array(starts[data.places.count]);
    for (let cell = 0; cell < data.count; cell += 1) {
    const place = data.placeOf[cell];
    if (place !== NONE) cells[next[place]++] = cell;
    }
    return { starts, cells };
    }
    const grouped = new Intl.NumberFormat('en');
    const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
    function counted(number, one, many) {
    return `${grouped.format(number)} ${number === 1 ? one : many}`;
    }
    function percent(part, whole) {
    if (!(whole > 0) || part === 0) return '0 %';
    if (part * 1000 < whole) return '<0.1 %';
    const tenths = Math.floor((Math.min(part, whole) * 2000 + whole) / (whole * 2));
    return `${(tenths / 10).toFixed(1)} %`;
    }

    """#
}
