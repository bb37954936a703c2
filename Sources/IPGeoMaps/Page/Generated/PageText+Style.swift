// Made by `scripts/generate-page` of `Web/page.css`; not to be edited by hand.

extension PageText {
  static let style: [StaticString] = [
    #"""
    :root {
    color-scheme: light dark;
    --page: light-dark(#ffffff, #11181d);
    --panel: light-dark(#f6f8f9, #182127);
    --text: light-dark(#1b2830, #e4ebef);
    --quiet: light-dark(#586872, #9cadb7);
    --line: light-dark(#d9e0e4, #2c3a43);
    --accent: light-dark(#12668a, #7cc6e6);
    --bar: light-dark(#d8e9f0, #1f3d4b);
    --pressed: light-dark(#e3f0f6, #1d3440);
    --sea: light-dark(#e6eef2, #0d1418);
    --land: light-dark(#fbfbf9, #232e35);
    --border: light-dark(#bcc8ce, #41505a);
    --shade: light-dark(#3d8fb0, #3e8aa9);
    --circle: light-dark(#e4702acc, #f5a04ccc);
    --circle-edge: light-dark(#ffffff, #11181d);
    --circle-text: light-dark(#2c1100, #241300);
    --chosen: light-dark(#0b3d54, #d5f0fb);
    --marker: light-dark(#c22f4b, #ff7d93);
    --halo: light-dark(#ffffff, #11181d);
    }
    :root[data-theme="light"] { color-scheme: light; }
    :root[data-theme="dark"] { color-scheme: dark; }
    * { box-sizing: border-box; }
    html { height: 100%; }
    body {
    margin: 0;
    min-height: 100%;
    display: flex;
    flex-direction: column;
    background: var(--page);
    color: var(--text);
    font: 15px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
    }
    .unseen, caption {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
    }
    [hidden], .no-script .needs-script, .no-map #map, .no-map label, .closed { display: none !important; }
    :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
    }
    button, input {
    font: inherit;
    color: inherit;
    }
    button { cursor: pointer; }
    .note { color: var(--quiet); }
    header {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 20px;
    padding: 10px 16px;
    border-bottom: 1px solid var(--line);
    }
    h1 {
    margin: 0;
    font-size: 18px;
    font-weight: 650;
    min-width: 0;
    max-width: 100%;
    overflow-wrap: anywhere;
    }
    #sum {
    margin: 0;
    flex: 1;
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
    }
    #theme, #clear, .more button {
    padding: 3px 12px;
    border: 1px solid var(--line);
    border-radius: 6px;
    background: var(--panel);
    }
    #theme[aria-pressed="true"] {
    border-color: var(--accent);
    color: var(--accent);
    }
    #clear:disabled {
    color: var(--quiet);
    cursor: default;
    opacity: 0.6;
    }
    main {
    flex: 1;
    min-height: 0;
    display: flex;
    }
    #map {
    position: relative;
    flex: 1;
    min-width: 0;
    background: var(--sea);
    }
    #canvas {
    position: absolute;
    inset: 0;
    display: block;
    width: 100%;
    height: 100%;
    cursor: grab;
    touch-action: none;
    }
    #canvas.is-whole { touch-action: pan-y; }
    #canvas:active { cursor: grabbing; }
    #canvas.is-over { cursor: pointer; }
    #canvas:focus-visible {
    outline-width: 3px;
    outline-offset: -3px;
    }
    #paper { display: none; }
    #zoom {
    position: absolute;
    top: 12px;
    left: 12px;
    display: flex;
    flex-direction: column;
    border: 1px solid var(--line);
    border-radius: 8px;
    overflow: hidden;
    background: var(--page);
    }
    #zoom button {
    display: grid;
    place-items: center;
    width: 34px;
    height: 34px;
    padding: 0;
    border: 0;
    background: none;
    }
    #zoom svg {
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
    stroke-linecap: round;
    }
    #zoom button + button { border-top: 1px solid var(--line); }
    #zoom button:hover, .parts th button:hover, .chip:hover { color: var(--accent); }
    #zoom button:focus-visible { outline-offset: -3px; }
    #legend {
    position: absolute;
    left: 12px;
    bottom: 12px;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 14px;
    max-width: calc(100% - 24px);
    padding: 6px 12px;
    border-radius: 8px;
    background: color-mix(in srgb, var(--page) 88%, transparent);
    color: var(--quiet);
    font-size: 13px;
    pointer-events: none;
    }
    #legend:empty { display: none; }
    .scale {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    }
    .ramp {
    width: 72px;
    height: 10px;
    border-radius: 2px;
    background: linear-gradient(to right, var(--land), var(--shade));
    border: 1px solid var(--border);
    }
    .dot {
    display: inline-block;
    border-radius: 50%;
    background: var(--circle);
    }
    #tip {
    position: absolute;
    max-width: min(320px, 60%);
    padding: 4px 9px;
    border-radius: 6px;
    background: var(--text);
    color: var(--page);
    font-size: 13px;
    overflow-wrap: anywhere;
    pointer-events: none;
    }
    .parts {
    flex: 0 0 440px;
    min-width: 0;
    display: flex;
    flex-direction: column;
    border-left: 1px solid var(--line);
    background: var(--page);
    }
    #controls { padding: 12px 16px 0; }
    #search {
    width: 100%;
    padding: 7px 12px;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--panel);
    }
    .row {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    margin-top: 8px;
    }
    label { display: flex; align-items: center; gap: 7px; }
    #in-view { margin: 0; accent-color: var(--accent); }
    #chips {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-top: 8px;
    max-height: 96px;
    overflow-y: auto;
    }
    #chips:empty { display: none; }
    .chip {
    position: relative;
    max-width: 100%;
    padding: 1px 10px;
    border: 1px solid var(--accent);
    border-radius: 99px;
    background: var(--pressed);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    }
    #tabs {
    display: flex;
    justify-content: space-between;
    margin-top: 12px;
    border-bottom: 1px solid var(--line);
    }
    #tabs button {
    padding: 6px 5px;
    font-size: 14px;
    white-space: nowrap;
    border: 0;
    border-bottom: 3px solid transparent;
    margin-bottom: -1px;
    background: none;
    }
    #tabs button[aria-selected="true"] {
    border-bottom-color: var(--accent);
    font-weight: 600;
    }
    #tabs .note { font-weight: 400; font-size: 12px; }
    #lists {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    padding: 0 16px 12px;
    }
    .part h2 { font-size: 16px; margin: 18px 0 4px; }
    html:not(.no-script) .part h2 { display: none; }
    html:not(.no-script) .parts {
    height: calc(100vh - 56px);
    position: sticky;
    top: 0;
    }
    table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    }
    thead th {
    position: sticky;
    top: 0;
    z-index: 1;
    padding: 5px 6px;
    background: var(--page);
    box-shadow: 0 1px var(--line);
    color: var(--quiet);
    font-size: 13px;
    font-weight: 500;
    text-align: left;
    }
    thead th button {
    padding: 0;
    border: 0;
    background: none;
    }
    th[aria-sort] button { color: var(--text); font-weight: 650; }
    thead th:nth-child(2) { width: 86px; }
    thead th:nth-child(3) { width: 88px; }
    thead th:nth-child(4) { width: 76px; }
    .number, thead .number {
    padding-left: 0;
    text-align: right;
    padding-right: 6px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
    }
    tbody tr {
    border-bottom: 1px solid color-mix(in srgb, var(--line) 55%, transparent);
    background: linear-gradient(to right, var(--bar) calc(var(--part, 0) * 100%), transparent 0);
    }
    html:not(.no-script) tbody tr { cursor: pointer; }
    html:not(.no-script) tbody tr:hover { background-color: var(--panel); }
    tbody tr.chosen { background-color: var(--pressed); }
    tbody th {
    padding: 4px 6px;
    font-weight: 400;
    text-align: left;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    }
    tbody th button {
    max-width: 100%;
    padding: 0;
    border: 0;
    background: none;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: left;
    }
    .chosen th button { font-weight: 650; }
    .unknown { font-style: italic; color: var(--quiet); }
    tbody .note { font-size: 13px; }
    .more {
    margin: 10px 0;
    color: var(--quiet);
    font-size: 13px;
    }
    .more:empty { display: none; }
    #addresses {
    margin: 0;
    padding: 8px 16px;
    border-top: 1px solid var(--line);
    }
    #addresses summary { cursor: pointer; }
    #addresses ul {
    max-height: 24vh;
    margin: 6px 0 0;
    padding: 0;
    overflow-y: auto;
    columns: 2;
    list-style: none;
    font: 13px/1.6 ui-monospace, "Liberation Mono", monospace;
    overflow-wrap: anywhere;
    }
    footer {
    padding: 6px 16px;
    border-top: 1px solid var(--line);
    color: var(--quiet);
    font-size: 12px;
    }
    #unscripted { margin: 12px 16px 0; color: var(--quiet); }
    .no-script .parts, .no-map .parts {
    flex: 1;
    border: 0;
    max-width: 760px;
    }
    .marks-only .parts { flex-basis: 360px; }
    #part-marker th { white-space: normal; overflow-wrap: anywhere; }
    @media (max-width: 860px) {
    main { flex-direction: column; }
    #map { flex: none; height: min(76vw, 62vh); }
    .parts { flex: none; border-left: 0; }
    html:not(.no-script) .parts { height: auto; position: static; }
    #lists { overflow: visible; }
    thead th { position: static; }
    #controls, #lists, header { padding-left: 12px; padding-right: 12px; }
    #tabs { overflow-x: auto; }
    #tabs button { padding: 8px; flex: none; }
    tbody th { padding: 8px 6px; }
    thead th:nth-child(2) { width: 72px; }
    thead th:nth-child(3) { width: 74px; }
    thead th:nth-child(4) { width: 66px; }
    #sum { order: 3; flex: 1 0 100%; }
    h1 { flex: 1; }
    #zoom { top: 8px; left: 8px; flex-direction: row; }
    #zoom button { width: 40px; height: 36px; }
    #zoom button + button { border-top: 0; border-left: 1px solid var(--line); }
    #legend { left: 0; bottom: 0; max-width: none; padding: 3px 8px; border-radius: 0 8px 0 0; font-size: 12px; }
    }
    @media (max-width: 480px) {
    #tabs .note { display: none; }
    #tabs button { padding: 8px 6px; }
    }
    @media print {
    body, main, #lists, .parts { display: block !important; height: auto !important; }
    #map { height: auto; break-inside: avoid; print-color-adjust: exact; }
    #canvas { position: static; height: auto; }
    .has-paper #canvas { display: none; }
    .has-paper #paper { display: block; width: 100%; }
    #zoom, #tip, #controls, .more button, #theme { display: none !important; }
    .part.closed { display: block !important; }
    .part h2 { display: block !important; }
    thead th { position: static; }
    tbody tr { print-color-adjust: exact; }
    tr { break-inside: avoid; }
    }

    """#
  ]
}
