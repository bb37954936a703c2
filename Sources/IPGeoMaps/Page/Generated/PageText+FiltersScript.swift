// Made by `scripts/generate-page` of `Web/filters.js`; not to be edited by hand.

extension PageText {
  static let filtersScript: StaticString =
    #"""
    function noFilters() {
    return {
    chosen: Object.fromEntries(KINDS.map((kind) => [kind, new Set()])),
    places: null,
    words: [],
    isInView: false,
    };
    }
    function isFiltered(filters) {
    return filters.places !== null || filters.words.length > 0 || filters.isInView
    || KINDS.some((kind) => filters.chosen[kind].size > 0);
    }
    function lowered(text) {
    return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    }
    function wordsOf(text) {
    return lowered(text).split(/\s+/).filter((word) => word !== '');
    }
    function searchTexts(data) {
    const texts = {};
    for (const kind of KINDS) {
    const { names, notes } = data.kinds[kind];
    texts[kind] = names.map((name, row) => lowered(`${name}\n${notes[row]}`));
    texts[kind].push('');
    }
    return texts;
    }
    function searchMask(data, texts, words) {
    if (words.length === 0) return null;
    const mask = new Uint8Array(data.count).fill(1);
    for (const word of words) {
    const rows = KINDS.map((kind) => texts[kind].map((text) => text.includes(word)));
    const columns = KINDS.map((kind) => data.kinds[kind].of);
    for (let cell = 0; cell < data.count; cell += 1) {
    const isNamed = rows.some((row, kind) => row[columns[kind][cell]]);
    if (!isNamed && !hasAddress(data, cell, word)) mask[cell] = 0;
    }
    }
    return mask;
    }
    function hasAddress(data, cell, word) {
    if (!data.addresses) return false;
    return data.addresses[cell].some((address) => address.toLowerCase().includes(word));
    }
    function emptySums(data) {
    const sums = { shown: 0, unplaced: 0, cells: new Uint8Array(data.count) };
    sums.placeHits = new Float64Array(data.places.count);
    sums.countryHits = new Float64Array(data.kinds.country.size);
    sums.rows = {};
    for (const kind of KINDS) {
    const { size } = data.kinds[kind];
    sums.rows[kind] = {
    hits: new Float64Array(size),
    addresses: new Float64Array(size),
    cells: new Uint8Array(data.count),
    total: 0,
    };
    }
    return sums;
    }
    function sumUp(data, filters, found, isInView) {
    const sums = emptySums(data);
    const choices = KINDS.filter((kind) => filters.chosen[kind].size > 0);
    for (let cell = 0; cell < data.count; cell += 1) {
    if (found && !found[cell]) continue;
    const place = data.placeOf[cell];
    const isChosen = !filters.places || (place !== NONE && filters.places.has(place));
    const isVisible = !filters.isInView || (place !== NONE && isInView(place));
    const missed = choices.filter((kind) => !filters.chosen[kind].has(data.kinds[kind].of[cell]));
    if (missed.length === 0) addToMap(data, sums, cell, place, isChosen);
    if (isChosen && isVisible) addToTables(data, sums, cell, place, missed);
    }
    dropRepeats(data, sums);
    return sums;
    }
    function addToMap(data, sums, cell, place, isChosen) {
    if (place !== NONE) sums.placeHits[place] += data.hits[cell];
    if (isChosen) sums.countryHits[data.kinds.country.of[cell]] += data.hits[cell];
    }
    function addToTables(data, sums, cell, place, missed) {
    if (missed.length > 1) return;
    const hits = data.hits[cell];
    for (const kind of missed.length === 1 ? missed : KINDS) {
    const rows = sums.rows[kind];
    rows.cells[cell] = 1;
    rows.hits[data.kinds[kind].of[cell]] += hits;
    rows.addresses[data.kinds[kind].of[cell]] += data.addressCounts[cell];
    rows.total += hits;
    }
    if (missed.length === 1) return;
    sums.cells[cell] = 1;
    sums.shown += hits;
    if (place === NONE) sums.unplaced += hits;
    }
    function dropRepeats(data, sums) {
    for (const kind of KINDS) {
    const { of } = data.kinds[kind];
    const { cells, addresses } = sums.rows[kind];
    for (const sharing of data.shared) {
    const rows = sharing.filter((cell) => cells[cell]).map((cell) => of[cell]);
    rows.forEach((row, i) => { if (rows.indexOf(row) < i) addresses[row] -= 1; });
    }
    }
    }
    function sumText(data, sums) {
    const shown = counted(sums.shown, 'hit', 'hits');
    const parts = [`${shown} of ${grouped.format(data.totalHits)} shown`];
    if (sums.unplaced > 0) parts.push(`${counted(sums.unplaced, 'hit', 'hits')} without a position`);
    return parts.join(', ');
    }

    """#
}
