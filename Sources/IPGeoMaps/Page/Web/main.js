// Puts the parts together. One change, whatever it is, asks for one frame.

function start() {
  const data = readData();
  const root = document.documentElement;
  root.classList.remove('no-script');
  const map = makeMap(data);
  if (!map) root.classList.add('no-map');
  const page = new Page(data, map);
  page.changed();
  window.ipgeo = diagnosticsOf(page);
}

// Nothing where the browser has no canvas: the tables work without it.
function makeMap(data) {
  const canvas = document.getElementById('canvas');
  const context = canvas.getContext?.('2d', { alpha: false });
  return context ? new WorldMap(canvas, context, data, readOutline()) : null;
}

// The next frame begins when this one was handed over.
function markFirstDraw() {
  requestAnimationFrame(() => performance.mark('ipgeo-first-draw'));
}

class Page {
  constructor(data, map) {
    this.data = data;
    this.map = map;
    this.filters = noFilters();
    this.texts = searchTexts(data);
    this.cellsByPlace = null;
    this.frame = 0;
    this.timer = 0;
    this.kinds = KINDS.filter((kind) => document.getElementById(`part-${kind}`));
    this.makeTables();
    this.listen();
    if (map) this.listenToMap();
  }

  makeTables() {
    const choose = (kind, row) => this.choose(kind, row);
    this.tables = Object.fromEntries(
      this.kinds.map((kind) => [kind, new KindTable(kind, this.data, choose)]));
    // Where nothing has a place, the first table that tells something.
    const first = this.data.placedHits > 0 ? 0 : Math.max(0, this.kinds.indexOf('status'));
    if (this.kinds.length > 0) makeTabs(this.kinds, this.tables, this.kinds[first]);
  }

  listen() {
    const on = (id, event, act) => document.getElementById(id)?.addEventListener(event, act);
    on('search', 'input', (event) => {
      this.filters.words = wordsOf(event.target.value);
      this.changed();
    });
    on('clear', 'click', () => this.clear());
    on('in-view', 'change', (event) => {
      this.filters.isInView = event.target.checked;
      this.changed();
    });
    listenToTheme(() => this.recoloured());
    listenToPrint((isPaper) => this.printed(isPaper));
    if (!this.map) return;
    on('zoom-in', 'click', () => this.look(zoomed(this.map.view, 1)));
    on('zoom-out', 'click', () => this.look(zoomed(this.map.view, -1)));
    on('home', 'click', () => this.look(homeView(this.map.view.width, this.map.view.height)));
    on('fit', 'click', () => this.fit());
  }

  listenToMap() {
    const { map } = this;
    listen(map.canvas, this.acts());
    new ResizeObserver(() => this.resized()).observe(map.canvas);
  }

  acts() {
    const { map } = this;
    return {
      move: (dx, dy) => this.look(moved(map.view, dx, dy)),
      zoom: (steps, px, py) => this.look(zoomed(map.view, steps, px, py)),
      home: () => this.look(homeView(map.view.width, map.view.height)),
      fit: () => this.fit(),
      point: (px, py) => this.point(px, py),
      leave: () => hideTip(),
      choose: (px, py, isTouch) => {
        this.chooseAt(px, py);
        if (isTouch) showTip(this, px, py);
      },
      chooseNearest: () => this.chooseCluster(map.nearestToMiddle()?.cluster ?? NONE),
      release: () => this.choosePlaces(null),
      keys: (areUsed) => this.useKeys(areUsed),
    };
  }

  point(px, py) {
    const { map } = this;
    showTip(this, px, py);
    const canChoose = map.markersAt(px, py).length === 0
      && (map.clusterAt(px, py) !== NONE || map.countryRowAt(px, py) !== NONE);
    map.canvas.classList.toggle('is-over', canChoose);
  }

  // Whether it is keys that the map is used by: they want to see what they would choose.
  useKeys(areUsed) {
    if (this.map.hasKeys === areUsed) return;
    this.map.hasKeys = areUsed;
    if (!areUsed) hideTip();
    this.draw();
  }

  // Shows another part of the world; says whether it is another.
  look(view) {
    const { map } = this;
    const isSame = ['x', 'y', 'zoom'].every((key) => Math.abs(view[key] - map.view[key]) < 1e-12);
    if (isSame) return false;
    map.view = view;
    hideTip();
    this.draw();
    this.follow();
    return true;
  }

  // The tables follow once the map comes to rest: they cost more than a frame.
  follow() {
    if (!this.filters.isInView) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.changed(), 120);
  }

  fit() {
    const before = this.map.view;
    this.map.fit();
    const { view } = this.map;
    this.map.view = before;
    this.look(view);
  }

  // A choice whose circles all lie elsewhere brings them into sight.
  showSome() {
    const { map } = this;
    if (!map || this.filters.isInView || map.order.length === 0) return;
    if (!map.order.some((place) => map.isInView(place))) this.fit();
  }

  resized() {
    this.map.resize();
    this.draw();
    this.follow();
  }

  recoloured() {
    this.map?.readColours();
    this.draw();
  }

  printed(isPaper) {
    for (const kind of this.kinds) this.tables[kind].printed(isPaper);
    if (!this.map) return;
    this.map.readColours();
    if (!isPaper) return this.draw();
    if (!window.OffscreenCanvas) return this.map.draw();
    this.map.drawOn(document.getElementById('paper'));
    document.documentElement.classList.add('has-paper');
  }

  choose(kind, row) {
    const set = this.filters.chosen[kind];
    if (!set.delete(row)) set.add(row);
    this.changed();
    if (set.has(row)) this.showSome();
  }

  // A marker is no choice: it has its tip.
  chooseAt(px, py) {
    if (this.map.markersAt(px, py).length > 0) return undefined;
    const cluster = this.map.clusterAt(px, py);
    if (cluster !== NONE) return this.chooseCluster(cluster);
    const row = this.map.countryRowAt(px, py);
    if (row !== NONE) return this.choose('country', row);
    return this.choosePlaces(null);
  }

  chooseCluster(cluster) {
    if (cluster === NONE) return;
    const places = this.map.placesOf(cluster);
    const { places: now } = this.filters;
    const isSame = now !== null && now.size === places.size
      && [...places].every((at) => now.has(at));
    this.choosePlaces(isSame ? null : places);
  }

  choosePlaces(places) {
    if (places === null && this.filters.places === null) return;
    this.filters.places = places;
    this.changed();
  }

  clear() {
    this.filters = noFilters();
    const search = document.getElementById('search');
    if (search) search.value = '';
    const inView = document.getElementById('in-view');
    if (inView) inView.checked = false;
    this.changed();
  }

  // What is shown has changed: sums, tables, map.
  changed() {
    const { data, filters, map } = this;
    const found = searchCells(data, this.texts, filters.words);
    this.found = found?.text ?? '';
    this.sums = sumUp(
      data, filters, found?.mask, (place) => map === null || map.isInView(place));
    map?.take(this.sums, filters);
    this.showTables();
    this.draw();
  }

  showTables() {
    const { data, filters, sums } = this;
    if (this.kinds.length === 0) return;
    document.getElementById('sum').textContent = sumText(data, filters, sums);
    document.getElementById('found').textContent = this.found;
    document.getElementById('clear').disabled = !isFiltered(filters);
    for (const kind of this.kinds) {
      const table = this.tables[kind];
      table.show(sums.rows[kind], filters.chosen[kind]);
      const count = grouped.format(table.count);
      document.querySelector(`#tab-${kind} .note`).textContent = count;
      table.part.querySelector('h2 .note').textContent = count;
    }
    showChips(data, filters, () => this.changed());
    showAddresses(data, filters, sums);
  }

  draw() {
    if (!this.map || this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.map.draw();
      const { target } = this.map;
      if (target) showTip(this, target.px, target.py, target.cluster);
      this.describe();
      if (this.map.frames === 1) markFirstDraw();
      this.prepare();
    });
  }

  // The next zoom step's groups are made while nothing else is to be done.
  prepare() {
    const { map } = this;
    const level = map.level + 1;
    if (level > MOST_ZOOM || map.levels.has(level) || this.isPreparing) return;
    this.isPreparing = true;
    (window.requestIdleCallback ?? ((act) => setTimeout(act, 200)))(() => {
      this.isPreparing = false;
      map.clustersOf(level);
    });
  }

  // The canvas's name tells what is to be seen on it.
  describe() {
    const { map } = this;
    const places = map.marks + map.markersDrawn;
    const text = `Map of the world: ${counted(places, 'mark', 'marks')} in sight`;
    if (map.canvas.getAttribute('aria-label') !== text) map.canvas.setAttribute('aria-label', text);
    map.canvas.classList.toggle('is-whole', map.view.zoom === 0);
    showLegend(this);
  }
}
