// Made by `scripts/generate-page` of `Web/tables.css`; not to be edited by hand.

extension PageText {
  static let tablesStyle: StaticString =
    #"""
    .parts {
    flex: 0 0 clamp(400px, 37.5vw, 760px);
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
    #found {
    margin: 6px 2px 0;
    color: var(--quiet);
    font-size: 13px;
    overflow-wrap: anywhere;
    }
    #found:empty { display: none; }
    #tabs {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    margin-top: 12px;
    border-bottom: 1px solid var(--line);
    }
    #tabs button {
    padding: 6px 4px;
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
    table {
    width: 100%;
    border-collapse: collapse;
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
    thead th:first-child { width: 100%; }
    .number, thead .number {
    padding-left: 10px;
    text-align: right;
    padding-right: 6px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
    }
    tbody tr {
    border-bottom: 1px solid color-mix(in srgb, var(--line) 55%, transparent);
    /* An image of one colour, as wide as the part: printing a gradient with an edge in it takes a
    hundred times as long. */
    background: linear-gradient(var(--bar), var(--bar)) 0 0 / calc(var(--part, 0) * 100%) 100% no-repeat;
    }
    html:not(.no-script) tbody tr { cursor: pointer; }
    html:not(.no-script) tbody tr:hover { background-color: var(--panel); }
    tbody tr.chosen { background-color: var(--pressed); }
    td { vertical-align: top; }
    tbody th, tfoot th {
    padding: 4px 6px;
    font-weight: 400;
    text-align: left;
    overflow-wrap: anywhere;
    }
    tbody td, tfoot td { padding-top: 4px; }
    tfoot { color: var(--quiet); }
    tbody th button {
    max-width: 100%;
    padding: 0;
    border: 0;
    background: none;
    overflow-wrap: anywhere;
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
    .no-script .parts, .no-map .parts {
    flex: 1;
    border: 0;
    max-width: 760px;
    }
    .marks-only .parts { flex-basis: 360px; }

    """#
}
