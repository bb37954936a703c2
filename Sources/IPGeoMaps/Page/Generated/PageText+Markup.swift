// Made by `scripts/generate-page` of `Web/*.html`; not to be edited by hand.

extension PageText {
  static let script: [StaticString] = [
    opening,
    projectionScript,
    dataScript,
    outlineScript,
    clustersScript,
    filtersScript,
    viewScript,
    canvasScript,
    mapScript,
    gesturesScript,
    tableScript,
    chipsScript,
    aidsScript,
    mainScript,
    startScript,
    closing,
  ]

  static let style: [StaticString] = [
    coloursStyle,
    baseStyle,
    mapStyle,
    tablesStyle,
    narrowStyle,
    printStyle,
  ]

  static let opening: StaticString =
    #"""
    (() => {
    'use strict';

    """#

  static let closing: StaticString =
    #"""
    })();

    """#

  static let policy: StaticString =
    #"""
    default-src 'none'; script-src 'sha256-FrOp3FsAu5Dm1T6tYBPIRXiJCdJn6okomvp2ujC/qJM='; style-src 'sha256-ep7Oo+/B2aod0LI0CkEbeP+fX/wa00epIhe37ebr6GI='; img-src data:; base-uri 'none'; form-action 'none'
    """#

  static let controls: StaticString =
    #"""
    <div id="controls" class="needs-script">
    <input id="search" type="search" placeholder="Search places and networks" aria-label="Search places, networks and time zones" autocomplete="off" spellcheck="false">
    <p id="found" role="status" aria-live="polite"></p>
    <div class="row"><label><input id="in-view" type="checkbox">Only what is in view</label><button id="clear" type="button" disabled>Clear filters</button></div>
    <div id="chips" role="group" aria-label="Filters"></div>
    <div id="tabs" role="tablist" aria-label="Tables"></div>
    </div>

    """#

  static let addresses: StaticString =
    #"""
    <details id="addresses" hidden>
    <summary></summary>
    <ul></ul>
    <p class="more"></p>
    </details>

    """#

  static let markup: [Piece] = [
    .text(
      #"""
      <!doctype html>
      <html lang="en" class="no-script
      """#),
    .kind,
    .text(
      #"""
      ">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="
      """#),
    .policy,
    .text(
      #"""
      ">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="ipgeo">
      <link rel="icon" href="data:,">
      <title>
      """#),
    .title,
    .text(
      #"""
      </title>
      <style>
      """#),
    .style,
    .text(
      #"""
      </style>
      </head>
      <body>
      <header>
      <h1><bdi>
      """#),
    .title,
    .text(
      #"""
      </bdi></h1>
      <p id="sum" role="status" aria-live="polite">
      """#),
    .sum,
    .text(
      #"""
      </p>

      """#),
    .outcome,
    .text(
      #"""
      <button id="theme" class="needs-script" type="button" aria-pressed="false">Dark</button>
      </header>

      """#),
    .notice,
    .text(
      #"""
      <noscript><p id="unscripted">The map, search and filters need JavaScript. The tables do not.</p></noscript>
      <main>
      <section id="map" class="needs-script" aria-label="Map">
      <canvas id="canvas" tabindex="0" role="application" aria-label="Map of the world" aria-describedby="keys"></canvas>
      <canvas id="paper" aria-hidden="true"></canvas>
      <p id="keys" class="unseen">Arrow keys move the map, plus and minus zoom, 0 shows the whole world, F fits what is shown, Enter chooses the mark nearest to the middle, which has a ring, Escape lets it go. The tables beside it hold the same facts.</p>
      <div id="zoom" role="group" aria-label="Zoom">
      <button id="zoom-in" type="button" aria-label="Zoom in" title="Zoom in (+)"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 2v12M2 8h12"/></svg></button>
      <button id="zoom-out" type="button" aria-label="Zoom out" title="Zoom out (−)"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 8h12"/></svg></button>
      <button id="fit" type="button" aria-label="Fit what is shown" title="Fit what is shown (F)"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"/><circle cx="8" cy="8" r="1.5"/></svg></button>
      <button id="home" type="button" aria-label="Whole world" title="Whole world (0)"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.2"/><ellipse cx="8" cy="8" rx="2.7" ry="6.2"/><path d="M1.8 8h12.4"/></svg></button>
      </div>
      <div id="legend"></div>
      <div id="tip" role="status" hidden></div>
      </section>

      """#),
    .tables,
    .text(
      #"""

      </main>
      <footer>Made by ipgeo. Outlines: Natural Earth, public domain.</footer>
      <script type="application/json" id="data">
      """#),
    .data,
    .text(
      #"""
      </script>
      <script type="text/plain" id="outline">
      """#),
    .outline,
    .text(
      #"""
      </script>
      <script>
      """#),
    .script,
    .text(
      #"""
      </script>
      </body>
      </html>

      """#),
  ]
}
