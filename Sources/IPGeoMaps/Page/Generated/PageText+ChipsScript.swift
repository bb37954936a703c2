// Made by `scripts/generate-page` of `Web/chips.js`; not to be edited by hand.

extension PageText {
  static let chipsScript: StaticString =
    #"""
    const MOST_ADDRESSES = 500;
    function chipsOf(data, filters) {
    const chips = [];
    for (const kind of KINDS) {
    for (const row of filters.chosen[kind]) {
    chips.push([nameOf(data, kind, row), () => filters.chosen[kind].delete(row)]);
    }
    }
    if (filters.places) {
    const text = counted(filters.places.size, 'place on the map', 'places on the map');
    chips.push([text, () => { filters.places = null; }]);
    }
    return chips;
    }
    function showChips(data, filters, changed) {
    const chips = chipsOf(data, filters).map(([text, drop]) => {
    const button = element(
    'button', { type: 'button', class: 'chip' }, element('bdi', {}, text),
    element('span', { 'aria-hidden': true }, ' ×'),
    element('span', { class: 'unseen' }, ': take this filter back'));
    button.addEventListener('click', () => {
    drop();
    changed();
    document.querySelector('#chips button, #tabs [aria-selected="true"]').focus();
    });
    return button;
    });
    document.getElementById('chips').replaceChildren(...chips);
    }
    function showAddresses(data, filters, sums) {
    const part = document.getElementById('addresses');
    if (!part || !data.addresses) return;
    part.hidden = !isFiltered(filters);
    if (part.hidden) return;
    const names = new Set();
    for (let cell = 0; cell < data.count; cell += 1) {
    if (sums.cells[cell]) data.addresses[cell].forEach((address) => names.add(address));
    }
    const shown = Array.from(names).slice(0, MOST_ADDRESSES)
    .map((address) => element('li', {}, element('bdi', {}, address)));
    const rest = names.size - shown.length;
    part.querySelector('summary').textContent = counted(names.size, 'address', 'addresses');
    part.querySelector('ul').replaceChildren(...shown);
    part.querySelector('.more').textContent = rest > 0 ? `and ${grouped.format(rest)} more` : '';
    }

    """#
}
