// What is chosen, and what it leaves: one pass over all cells gives every sum of the page.

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

// The lists' names as search sees them: without case and accents.
function searchTexts(data) {
  const texts = {};
  for (const kind of KINDS) {
    const { names, notes } = data.kinds[kind];
    const hasRegions = kind === 'city';
    texts[kind] = names.map((name, row) => lowered(hasRegions ? name : `${name}\n${notes[row]}`));
    if (hasRegions) texts.region = notes.map((note) => lowered(note));
  }
  return texts;
}

// What a word is looked for in, one after the other until something has it: Berlin is a city before
// it is a zone that all of its country is in. Only the slash of a zone asks for zones first.
const NAMES = ['country', 'city', 'network'];
const REGIONS = ['region'];
const ZONES = ['zone', 'status'];

// Which cells hold every word, and in what; nothing where no word is asked for.
function searchCells(data, texts, words) {
  if (words.length === 0) return null;
  const mask = new Uint8Array(data.count).fill(1);
  const found = words.map((word) => {
    const tiers = word.includes('/') ? [ZONES, NAMES, REGIONS] : [NAMES, REGIONS, ZONES];
    let hit = null;
    tiers.some((kinds) => {
      hit = searchTier(data, texts, kinds, word);
      return hit.isFound;
    });
    for (let cell = 0; cell < data.count; cell += 1) if (!hit.cells[cell]) mask[cell] = 0;
    return foundText(texts, word, hit);
  });
  return { mask, text: found.join('; ') };
}

// The cells whose names of some kinds hold a word; an address is one of their names.
function searchTier(data, texts, kinds, word) {
  const hit = { cells: new Uint8Array(data.count), counts: {}, addresses: 0, isFound: false };
  for (const kind of kinds) {
    const rows = texts[kind].map((text) => text.includes(word));
    hit.counts[kind] = rows.filter((isHit) => isHit).length;
    if (hit.counts[kind] === 0) continue;
    hit.isFound = true;
    const { of } = data.kinds[kind === 'region' ? 'city' : kind];
    for (let cell = 0; cell < data.count; cell += 1) if (rows[of[cell]]) hit.cells[cell] = 1;
  }
  for (let cell = 0; kinds === NAMES && cell < data.count; cell += 1) {
    if (!hasAddress(data, cell, word)) continue;
    hit.cells[cell] = 1;
    hit.isFound = true;
    hit.addresses += data.addresses[cell].filter((each) => each.toLowerCase().includes(word)).length;
  }
  return hit;
}

const FOUND_WORDS = {
  country: ['country', 'countries'],
  city: ['city', 'cities'],
  network: ['network', 'networks'],
  region: ['city by its region', 'cities by their regions'],
  zone: ['time zone', 'time zones'],
  status: ['status', 'statuses'],
};

// What has a word: `berlin: 1 city`, and how to ask for the zones of that name instead.
function foundText(texts, word, { counts, addresses, isFound }) {
  if (!isFound) return `${word}: nothing`;
  const parts = Object.keys(counts).filter((kind) => counts[kind] > 0)
    .map((kind) => counted(counts[kind], ...FOUND_WORDS[kind]));
  if (addresses > 0) parts.push('addresses');
  const text = `${word}: ${parts.join(', ')}`;
  if ('zone' in counts) return text;
  const zone = [`/${word}`, `${word}/`].find((each) => texts.zone.some((name) => name.includes(each)));
  return zone ? `${text} (${zone} for the time zone)` : text;
}

function hasAddress(data, cell, word) {
  if (!data.addresses) return false;
  return data.addresses[cell].some((address) => address.toLowerCase().includes(word));
}

function emptySums(data) {
  const sums = { shown: 0, addresses: 0, unplaced: 0, cells: new Uint8Array(data.count) };
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

// A list is not narrowed by what is chosen in it, or nothing else could be chosen; nor is the map
// by its own choice of circles, or by what is in view.
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
    if (data.kinds[kind].of[cell] === data.kinds[kind].outside) continue;
    rows.cells[cell] = 1;
    rows.hits[data.kinds[kind].of[cell]] += hits;
    rows.addresses[data.kinds[kind].of[cell]] += data.addressCounts[cell];
    rows.total += hits;
  }
  if (missed.length === 1) return;
  sums.cells[cell] = 1;
  sums.shown += hits;
  sums.addresses += data.addressCounts[cell];
  if (place === NONE) sums.unplaced += hits;
}

// An address that several cells of a row have is one address.
function dropRepeats(data, sums) {
  for (const kind of KINDS) {
    const { of } = data.kinds[kind];
    const { cells, addresses } = sums.rows[kind];
    for (const sharing of data.shared) {
      const rows = sharing.filter((cell) => cells[cell]).map((cell) => of[cell]);
      rows.forEach((row, i) => { if (rows.indexOf(row) < i) addresses[row] -= 1; });
    }
  }
  for (const sharing of data.shared) {
    sums.addresses -= Math.max(0, sharing.filter((cell) => sums.cells[cell]).length - 1);
  }
}

// Rows of a table as one; an address that several of them have counts once.
function sumOfRows(data, kind, { hits, addresses, cells }, rows) {
  const all = new Set(rows);
  const sum = { hits: 0, addresses: 0 };
  for (const row of all) {
    sum.hits += hits[row];
    sum.addresses += addresses[row];
  }
  const { of } = data.kinds[kind];
  for (const sharing of data.shared) {
    const own = sharing.filter((cell) => cells[cell]).map((cell) => of[cell]);
    sum.addresses -= Math.max(0, new Set(own.filter((row) => all.has(row))).size - 1);
  }
  return sum;
}

function sumText(data, filters, sums) {
  const addresses = data.knowsAddresses ? counted(sums.addresses, 'address', 'addresses') : '';
  const all = counted(data.totalHits, 'hit', 'hits');
  if (!isFiltered(filters)) return addresses ? `${all} of ${addresses}` : all;
  const shown = `${grouped.format(sums.shown)} of ${all}`;
  return addresses ? `${shown}, ${addresses}` : shown;
}
