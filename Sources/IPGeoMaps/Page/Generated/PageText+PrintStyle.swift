// Made by `scripts/generate-page` of `Web/print.css`; not to be edited by hand.

extension PageText {
  static let printStyle: StaticString =
    #"""
    @media print {
    :root { color-scheme: light !important; }
    html body, main, #lists, .parts { display: block !important; height: auto !important; }
    #map { height: auto; break-inside: avoid; print-color-adjust: exact; }
    #canvas { position: static; height: auto; }
    .has-paper #canvas { display: none; }
    .has-paper #paper { display: block; width: 100%; }
    #zoom, #tip, #controls, .more button, #theme { display: none !important; }
    #notice, #outcome .failed { print-color-adjust: exact; }
    .part.closed { display: block !important; }
    .part h2 { display: block !important; }
    thead th { position: static; }
    tbody tr { print-color-adjust: exact; }
    tr { break-inside: avoid; }
    }

    """#
}
