// Made by `scripts/generate-page` of `Web/map.css`; not to be edited by hand.

extension PageText {
  static let mapStyle: StaticString =
    #"""
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
    .swatch {
    width: 18px;
    height: 12px;
    border-radius: 2px;
    background: color-mix(in srgb, var(--shade) var(--part), var(--land));
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

    """#
}
