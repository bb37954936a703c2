// Made by `scripts/generate-page` of `Web/narrow.css`; not to be edited by hand.

extension PageText {
  static let narrowStyle: StaticString =
    #"""
    @media (max-width: 860px) {
    main { flex-direction: column; }
    #map { flex: none; height: min(76vw, 62vh); }
    .parts { flex: none; border-left: 0; }
    html:not(.no-script, .no-map) body { height: auto; }
    #lists { overflow: visible; }
    thead th { position: static; }
    #controls, #lists, header { padding-left: 12px; padding-right: 12px; }
    #tabs { flex-wrap: nowrap; overflow-x: auto; }
    #tabs button { padding: 8px; flex: none; }
    tbody th { padding: 8px 6px; }
    tbody td { padding-top: 8px; }
    .number, thead .number { padding-left: 6px; }
    #sum {
    order: 3;
    flex: 1 0 100%;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    }
    h1 { flex: 1; }
    #zoom { top: 8px; left: 8px; flex-direction: row; }
    #zoom button { width: 40px; height: 36px; }
    #zoom button + button { border-top: 0; border-left: 1px solid var(--line); }
    #legend {
    left: 0;
    bottom: 0;
    max-width: none;
    padding: 3px 8px;
    border-radius: 0 8px 0 0;
    font-size: 12px;
    }
    }
    @media (max-width: 480px) {
    #tabs .note { display: none; }
    #tabs button { padding: 8px 6px; }
    }

    """#
}
