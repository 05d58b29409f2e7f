extension ReportScript {
  /// Where the lanes are, and what is in view.
  static let layout = #"""
    // The lanes.
    const lanes = $("lanes"), map = $("map");
    let from = 0, to = end, cursor = null, hovered = null, chosen = null, query = "";
    const header = 20, counterHeight = 26, markHeight = 12;
    let layout = [], height = 0;
    for (const object of objects) {
      const top = height;
      height += header;
      const counters = height;
      height += object.counters.length * counterHeight;
      const marks = height;
      if (object.marks.length) height += markHeight;
      const rows = height;
      const rowHeight = object.rows > 60 ? 3 : object.rows > 16 ? 6 : 14;
      height += object.rows * rowHeight + 6;
      layout.push({ object, top, counters, marks, rows, rowHeight, bottom: height });
    }
    // Browsers cannot draw a canvas of any height.
    height = Math.min(Math.max(height, 40) + 20, 16000);
    const drawn = layout.filter(lane => lane.bottom <= height - 20).length;
    if (drawn < layout.length) {
      make("p", `Only the first ${drawn} of ${layout.length} lanes are drawn. The text below them `
        + "and the table have the others too.", $("notes")).className = "soft";
    }
    let theme = {};
    const dark = matchMedia("(prefers-color-scheme: dark)");
    function readTheme() {
      const style = getComputedStyle(document.documentElement);
      for (const name of ["bg", "fg", "soft", "line", "panel", "link"]) {
        theme[name] = style.getPropertyValue("--" + name).trim();
      }
    }
    function prepare(canvas, height) {
      const ratio = Math.min(devicePixelRatio || 1, 2), width = canvas.clientWidth || 300;
      if (canvas.width !== Math.round(width * ratio)
        || canvas.height !== Math.round(height * ratio)) {
        canvas.style.height = height + "px";
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      const context = canvas.getContext("2d");
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      return [context, width];
    }
    const found = span => !query || span.name.toLowerCase().includes(query)
      || span.object.name.toLowerCase().includes(query) || words(span.phase).includes(query);
    function step(width) {
      const rough = (to - from) * unit / Math.max(2, width / 110);
      const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
      return [1, 2, 5, 10].map(one => one * power).find(one => one >= rough) / unit;
    }
    """#
}
