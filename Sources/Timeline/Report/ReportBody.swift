extension TimelineReport {
  /// The elements of the page, which the script fills.
  static let body = #"""
    <h1 id="title"></h1>
    <p id="when" class="soft"></p>
    <ul id="findings"></ul>
    <div id="notes"></div>
    <h2 id="lanes-title">Lanes</h2>
    <div class="tools">
    <input id="search" type="search" placeholder="Search names" aria-label="Search names">
    <button id="in" aria-label="Zoom in">+</button>
    <button id="out" aria-label="Zoom out">−</button>
    <button id="all">All</button>
    </div>
    <canvas id="map" role="img" aria-label="Map of the whole recording"></canvas>
    <div id="scroll"><canvas id="lanes" tabindex="0" role="application"
    aria-label="Lanes: arrow keys move, plus and minus zoom, 0 shows all, n and p choose a bar">
    </canvas></div>
    <div id="legend" class="legend"></div>
    <p class="soft">Click the lanes, then zoom with the wheel; drag to move. Keys: arrows, + and
    −, 0 for all, n and p for the next and previous bar. A bar with a marked end did not
    end as intended; one with a line below it is on the critical path.</p>
    <div id="reading" aria-live="polite"></div>
    <h2>Table</h2>
    <div class="wide"><table id="table"></table></div>
    <p id="more" class="soft"></p>
    <h2 id="histograms-title">Waits and holds</h2>
    <div id="histograms" class="hist"></div>
    """#
}
