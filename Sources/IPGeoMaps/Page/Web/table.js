// The tables: one a kind, each row a button that chooses it. Text from the file is set as text,
// never as markup.

const ROWS = 100;
// How many rows paper has, as a page without scripts; `rowsShown` in `PageData+Tables.swift`.
const PAPER_ROWS = 500;
const collator = new Intl.Collator('en');

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

class KindTable {
  constructor(kind, data, choose) {
    this.kind = kind;
    this.data = data;
    this.choose = choose;
    this.part = document.getElementById(`part-${kind}`);
    this.body = this.part.querySelector('tbody');
    this.rest = this.part.querySelector('tfoot');
    this.more = this.part.querySelector('.more');
    this.limit = ROWS;
    this.sort = 'hits';
    this.listenToHeads();
  }

  listenToHeads() {
    for (const head of this.part.querySelectorAll('thead th[data-sort]')) {
      const button = element('button', { type: 'button' }, head.textContent);
      button.addEventListener('click', () => {
        this.sort = head.dataset.sort;
        this.show(this.rows, this.chosen);
      });
      head.replaceChildren(button);
    }
  }

  // Rows that have hits or are chosen, in the order wanted.
  ordered() {
    const { hits, addresses } = this.rows;
    const order = [];
    const { outside } = this.data.kinds[this.kind];
    for (let row = 0; row < outside; row += 1) {
      if (hits[row] > 0 || this.chosen.has(row)) order.push(row);
    }
    const name = (row) => nameOf(this.data, this.kind, row);
    // Rows are numbered in the order of their names.
    const byHits = (a, b) => hits[b] - hits[a] || addresses[b] - addresses[a] || a - b;
    const orders = {
      hits: byHits,
      addresses: (a, b) => addresses[b] - addresses[a] || byHits(a, b),
      name: (a, b) => collator.compare(name(a), name(b)) || byHits(a, b),
    };
    return order.sort(orders[this.sort]);
  }

  show(rows, chosen) {
    this.rows = rows;
    this.chosen = chosen;
    const order = this.ordered();
    const focused = this.focusedRow();
    const { unknown } = this.data.kinds[this.kind];
    this.count = order.filter((row) => row !== unknown).length;
    this.body.replaceChildren(...order.slice(0, this.limit).map((row) => this.rowElement(row)));
    this.showRest(order.slice(this.limit));
    if (focused !== NONE) this.focusRow(focused);
    this.showHeads();
    this.showMore(order.length);
  }

  // The row whose button has the focus; -1 where the focus is elsewhere, on the map too.
  focusedRow() {
    const focused = document.activeElement;
    return this.body.contains(focused) ? Number(focused.closest('tr').dataset.row) : NONE;
  }

  // Rows are made anew: whoever was on one stays on it, and goes to the tabs where it is gone.
  focusRow(row) {
    const button = this.body.querySelector(`tr[data-row="${row}"] button`)
      ?? document.getElementById(`tab-${this.kind}`);
    button.focus({ preventScroll: true });
  }

  showHeads() {
    for (const head of this.part.querySelectorAll('thead th[data-sort]')) {
      const direction = head.dataset.sort === 'name' ? 'ascending' : 'descending';
      if (head.dataset.sort === this.sort) head.setAttribute('aria-sort', direction);
      else head.removeAttribute('aria-sort');
    }
  }

  rowElement(row) {
    const { hits, addresses } = this.rows;
    const isChosen = this.chosen.has(row);
    const button = element(
      'button', { type: 'button', 'aria-pressed': isChosen },
      element('bdi', {}, nameOf(this.data, this.kind, row)));
    if (row === this.data.kinds[this.kind].unknown) button.classList.add('unknown');
    const note = noteOf(this.data, this.kind, row);
    if (note !== '') button.append(' ', element('bdi', { class: 'note' }, note));
    const made = element(
      'tr', { 'data-row': row },
      element('th', { scope: 'row' }, button), ...this.numbers(hits[row], addresses[row]));
    const { total } = this.rows;
    made.style.setProperty('--part', total > 0 ? hits[row] / total : 0);
    if (isChosen) made.classList.add('chosen');
    made.addEventListener('click', () => this.choose(this.kind, row));
    return made;
  }

  numbers(hits, addresses) {
    const count = this.data.knowsAddresses ? grouped.format(addresses) : '-';
    return [grouped.format(hits), count, percent(hits, this.rows.total)]
      .map((text) => element('td', { class: 'number' }, text));
  }

  // What is not listed, as one row, so that a table adds up.
  showRest(rows) {
    this.rest.replaceChildren();
    if (rows.length === 0) return;
    const { hits, addresses } = sumOfRows(this.data, this.kind, this.rows, rows);
    const head = element('th', { scope: 'row' }, `${grouped.format(rows.length)} more`);
    this.rest.append(element('tr', {}, head, ...this.numbers(hits, addresses)));
  }

  // Paper has no button for more rows.
  printed(isPaper) {
    if (isPaper) this.shownLimit = this.limit;
    this.limit = isPaper ? Math.max(PAPER_ROWS, this.limit) : this.shownLimit ?? this.limit;
    this.show(this.rows, this.chosen);
  }

  showMore(count) {
    this.more.replaceChildren();
    if (count === 0) this.more.append('Nothing here.');
    if (count <= this.limit) return;
    const button = element('button', { type: 'button' }, `Show ${ROWS} more`);
    button.addEventListener('click', () => {
      const first = this.limit;
      this.limit += ROWS;
      this.show(this.rows, this.chosen);
      // The button is gone: whoever pressed it goes on where the new rows begin.
      this.body.rows[first]?.querySelector('button').focus({ preventScroll: true });
    });
    this.more.append(button);
  }
}

// Tabs, as the ARIA practices have them: arrows go from one to the next.
function makeTabs(kinds, tables, first) {
  const list = document.getElementById('tabs');
  const tabs = kinds.map((kind) => {
    const tab = element('button', {
      type: 'button', role: 'tab', id: `tab-${kind}`, 'aria-controls': `part-${kind}`,
    });
    const { part } = tables[kind];
    part.setAttribute('role', 'tabpanel');
    part.setAttribute('aria-labelledby', `tab-${kind}`);
    tab.append(part.querySelector('h2').firstChild.textContent, element('span', { class: 'note' }));
    tab.addEventListener('click', () => openTab(kinds, kind));
    list.append(tab);
    return tab;
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
    const next = (at + step + tabs.length) % tabs.length;
    openTab(kinds, kinds[next]);
    tabs[next].focus();
  });
  openTab(kinds, first);
}

function openTab(kinds, open) {
  for (const kind of kinds) {
    const isOpen = kind === open;
    const tab = document.getElementById(`tab-${kind}`);
    tab.setAttribute('aria-selected', isOpen);
    tab.tabIndex = isOpen ? 0 : -1;
    document.getElementById(`part-${kind}`).classList.toggle('closed', !isOpen);
  }
}
