// Made by `scripts/generate-page` of `Web/gestures.js`; not to be edited by hand.

extension PageText {
  static let gesturesScript: StaticString =
    #"""
    const KEY_STEP = 80;
    const CLICK_SLACK = 5;
    function listen(canvas, act) {
    const pointers = new Map();
    let travelled = 0;
    const pointOf = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener('pointerdown', (event) => {
    act.keys(false);
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, pointOf(event));
    });
    canvas.addEventListener('pointermove', (event) => {
    const point = pointOf(event);
    const last = pointers.get(event.pointerId);
    if (!last) return act.point(...point);
    travelled += Math.hypot(point[0] - last[0], point[1] - last[1]);
    if (travelled >= CLICK_SLACK) drag(pointers, event.pointerId, point, act);
    pointers.set(event.pointerId, point);
    });
    const lift = (event) => {
    const isClick = pointers.size === 1 && travelled < CLICK_SLACK && event.type === 'pointerup';
    if (!pointers.delete(event.pointerId)) return;
    if (isClick) act.choose(...pointOf(event), event.pointerType === 'touch');
    };
    canvas.addEventListener('pointerup', lift);
    canvas.addEventListener('pointercancel', lift);
    canvas.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch') act.leave();
    });
    canvas.addEventListener('dblclick', (event) => act.zoom(1, ...pointOf(event)));
    canvas.addEventListener('wheel', (event) => turn(event, pointOf(event), act), { passive: false });
    canvas.addEventListener('keydown', (event) => press(event, act));
    canvas.addEventListener('focus', () => act.keys(canvas.matches(':focus-visible')));
    canvas.addEventListener('blur', () => act.keys(false));
    }
    function drag(pointers, id, point, act) {
    const last = pointers.get(id);
    const other = Array.from(pointers).find(([key]) => key !== id)?.[1];
    if (!other) return act.move(last[0] - point[0], last[1] - point[1]);
    const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
    const after = Math.hypot(point[0] - other[0], point[1] - other[1]);
    act.move((last[0] - point[0]) / 2, (last[1] - point[1]) / 2);
    if (before > 0 && after > 0) {
    act.zoom(Math.log2(after / before), (point[0] + other[0]) / 2, (point[1] + other[1]) / 2);
    }
    }
    function turn(event, point, act) {
    const pixels = event.deltaY * [1, 16, 400][event.deltaMode];
    const steps = Math.max(-1, Math.min(1, -pixels / (event.ctrlKey ? 60 : 300)));
    if (act.zoom(steps, ...point)) event.preventDefault();
    }
    function press(event, act) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? KEY_STEP * 3 : KEY_STEP;
    const keys = {
    ArrowLeft: () => act.move(-step, 0),
    ArrowRight: () => act.move(step, 0),
    ArrowUp: () => act.move(0, -step),
    ArrowDown: () => act.move(0, step),
    '+': () => act.zoom(1),
    '=': () => act.zoom(1),
    '-': () => act.zoom(-1),
    _: () => act.zoom(-1),
    0: () => act.home(),
    Home: () => act.home(),
    f: () => act.fit(),
    F: () => act.fit(),
    Enter: () => act.chooseNearest(),
    Escape: () => act.release(),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    act.keys(event.key !== 'Escape');
    keys[event.key]();
    }

    """#
}
