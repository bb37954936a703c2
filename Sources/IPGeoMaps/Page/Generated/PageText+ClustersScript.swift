// Made by `scripts/generate-page` of `Web/clusters.js`; not to be edited by hand.

extension PageText {
  static let clustersScript: StaticString =
    #"""
    const CROWD = 24;
    const LEAST_RADIUS = 3;
    const MOST_OF_ONE = 4;
    const OVERLAP = 0.75;
    function byWeight(weights) {
    const order = [];
    for (let i = 0; i < weights.length; i += 1) if (weights[i] > 0) order.push(i);
    return order.sort((a, b) => weights[b] - weights[a] || a - b);
    }
    class Grid {
    constructor(side, count) {
    this.columns = Math.max(1, Math.floor(1 / side));
    this.side = 1 / this.columns;
    let slots = 16;
    while (slots < count * 2) slots *= 2;
    this.heads = new Int32Array(slots).fill(NONE);
    this.next = new Int32Array(count);
    this.mask = slots - 1;
    this.found = new Int32Array(9);
    }
    slot(column, row) {
    const wrappedColumn = (column + this.columns) % this.columns;
    return (Math.imul(wrappedColumn, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)) >>> 7 & this.mask;
    }
    add(point, x, y) {
    const slot = this.slot(Math.floor(x / this.side), Math.floor(y / this.side));
    this.next[point] = this.heads[slot];
    this.heads[slot] = point;
    }
    headsNear(x, y) {
    const column = Math.floor(x / this.side);
    const row = Math.floor(y / this.side);
    let count = 0;
    for (let dx = -1; dx <= 1; dx += 1) {
    for (let dy = -1; dy <= 1; dy += 1) {
    this.found[count] = this.heads[this.slot(column + dx, row + dy)];
    count += 1;
    }
    }
    return this.found;
    }
    }
    function gather(points, order, side, reachOf) {
    const grid = new Grid(side, points.x.length);
    for (let i = order.length - 1; i >= 0; i -= 1) {
    grid.add(order[i], points.x[order[i]], points.y[order[i]]);
    }
    const owner = new Int32Array(points.x.length).fill(NONE);
    const groups = { x: [], y: [], weight: [], size: [] };
    for (const seed of order) {
    if (owner[seed] === NONE) addGroup(points, grid, owner, groups, seed, reachOf);
    }
    return { owner, ...groups };
    }
    function addGroup(points, grid, owner, groups, seed, reachOf) {
    const x = points.x[seed];
    const y = points.y[seed];
    const group = groups.x.length;
    const heads = grid.headsNear(x, y);
    let [weight, size, sumX, sumY] = [0, 0, 0, 0];
    for (let i = 0; i < heads.length; i += 1) {
    for (let at = heads[i]; at !== NONE; at = grid.next[at]) {
    if (owner[at] !== NONE) continue;
    const dx = shorter(points.x[at] - x);
    const dy = points.y[at] - y;
    const reach = reachOf(seed, at);
    if (dx * dx + dy * dy > reach * reach) continue;
    owner[at] = group;
    weight += points.weight[at];
    size += points.size ? points.size[at] : 1;
    sumX += dx * points.weight[at];
    sumY += dy * points.weight[at];
    }
    }
    groups.x.push(wrapped(x + sumX / weight));
    groups.y.push(y + sumY / weight);
    groups.weight.push(weight);
    groups.size.push(size);
    }
    function radiusOf(weight, most, greatest) {
    const radius = Math.min(MOST_OF_ONE * Math.sqrt(weight), greatest * Math.sqrt(weight / most));
    return Math.max(LEAST_RADIUS, radius);
    }
    function clustersAt(places, weights, order, worldPixels, greatest) {
    const points = { x: places.x, y: places.y, weight: weights };
    const crowd = CROWD / worldPixels;
    let groups = gather(points, order, crowd, () => crowd);
    let { owner } = groups;
    for (let round = 0; round < 3; round += 1) {
    const merged = merge(groups, worldPixels, greatest);
    if (merged.x.length === groups.x.length) break;
    owner = owner.map((at) => at === NONE ? NONE : merged.owner[at]);
    groups = merged;
    }
    return withRadii(groups, owner, greatest);
    }
    function merge(groups, worldPixels, greatest) {
    const most = groups.weight.reduce((a, b) => Math.max(a, b), 0);
    const radii = groups.weight.map((weight) => radiusOf(weight, most, greatest) / worldPixels);
    const reachOf = (seed, at) => OVERLAP * (radii[seed] + radii[at]);
    return gather(groups, byWeight(groups.weight), 2 * greatest / worldPixels, reachOf);
    }
    function withRadii(groups, owner, greatest) {
    const most = groups.weight.reduce((a, b) => Math.max(a, b), 0);
    return {
    owner,
    most,
    count: groups.x.length,
    x: Float64Array.from(groups.x),
    y: Float64Array.from(groups.y),
    hits: Float64Array.from(groups.weight),
    size: Int32Array.from(groups.size),
    radius: Float64Array.from(groups.weight, (weight) => radiusOf(weight, most, greatest)),
    order: byWeight(groups.weight),
    };
    }

    """#
}
