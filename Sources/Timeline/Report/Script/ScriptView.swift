extension ReportScript {
  /// The map, and what is in view.
  static let view = #"""
    function drawMap() {
      const [context, width] = prepare(map, 36);
      const columns = new Float64Array(Math.ceil(width) + 1);
      for (const span of spans) {
        const first = Math.floor(span.start / end * width);
        const last = Math.min(columns.length - 1, Math.floor(span.end / end * width));
        for (let i = first; i <= last; i++) columns[i] += 1;
      }
      const most = columns.reduce((one, other) => Math.max(one, other), 1);
      context.fillStyle = theme.link;
      columns.forEach((count, i) => {
        const tall = 30 * count / most;
        context.fillRect(i, 34 - tall, 1, tall);
      });
      context.globalAlpha = .25;
      context.fillStyle = theme.soft;
      const left = from / end * width, right = to / end * width;
      context.fillRect(0, 0, left, 36);
      context.fillRect(right, 0, width - right, 36);
      context.globalAlpha = 1;
      context.strokeStyle = theme.fg;
      context.strokeRect(left + .5, .5, Math.max(2, right - left - 1), 35);
    }
    let isDue = false;
    function redraw() {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => { isDue = false; draw(); });
    }
    function view(start, stop) {
      const least = Math.min(end / 2, Math.max(10 / unit, end / 1e12));
      const length = Math.min(end, Math.max(stop - start, least));
      from = Math.max(0, Math.min(start, end - length));
      to = from + length;
      lanes.dataset.from = from;
      lanes.dataset.to = to;
      redraw();
    }
    function zoom(factor, at) {
      view(at - (at - from) * factor, at + (to - at) * factor);
    }
    function show(start, stop, span) {
      const margin = Math.max((stop - start) * .5, end / 500);
      chosen = span || null;
      hovered = null;
      mark();
      cursor = (start + stop) / 2;
      view(start - margin, stop + margin);
      read();
      if (span) {
        const top = place(span) - $("scroll").clientHeight / 2;
        $("scroll").scrollTop = top;
      }
      $("lanes-title").scrollIntoView({ block: "start" });
    }
    """#
}
