// Made by `scripts/generate-page` of `Web/base.css`; not to be edited by hand.

extension PageText {
  static let baseStyle: StaticString =
    #"""
    :root {
    color-scheme: light dark;
    --panel: light-dark(#f6f8f9, #182127);
    --line: light-dark(#d9e0e4, #2c3a43);
    --accent: light-dark(#12668a, #7cc6e6);
    --bar: light-dark(#d8e9f0, #1f3d4b);
    --pressed: light-dark(#e3f0f6, #1d3440);
    --chosen: light-dark(#0b3d54, #d5f0fb);
    --failure: light-dark(#a3231b, #ff9a8f);
    }
    :root[data-theme="light"] { color-scheme: light; }
    :root[data-theme="dark"] { color-scheme: dark; }
    * { box-sizing: border-box; }
    html { height: 100%; }
    html:not(.no-script, .no-map) body { height: 100%; min-height: 480px; }
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
    [hidden], .no-script .needs-script, .no-map #map, .no-map label, .closed {
    display: none !important;
    }
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
    flex: 1 0 auto;
    font-variant-numeric: tabular-nums;
    }
    #outcome {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
    order: 4;
    flex: 1 0 100%;
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--quiet);
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    }
    #outcome .failed { color: var(--failure); font-weight: 650; }
    #notice {
    margin: 0;
    padding: 8px 16px;
    border-bottom: 1px solid var(--line);
    background: var(--pressed);
    font-weight: 600;
    }
    #notice.failed { color: var(--failure); }
    #notice.whole {
    background: var(--failure);
    color: var(--page);
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
    footer {
    padding: 6px 16px;
    border-top: 1px solid var(--line);
    color: var(--quiet);
    font-size: 12px;
    }
    #unscripted { margin: 12px 16px 0; color: var(--quiet); }

    """#
}
