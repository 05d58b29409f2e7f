extension ReportScript {
  /// Draws the lanes.
  static let lanes = #"""
    function draw() {
      const [context, width] = prepare(lanes, height);
      const x = at => (at - from) / (to - from) * width;
      context.font = "12px system-ui, sans-serif";
      context.textBaseline = "middle";
      const every = step(width);
      // Counted: a very large time plus a step may be the same time.
      const first = Math.ceil(from / every);
      for (let i = 0, at; i < 1000 && (at = (first + i) * every) <= to; i++) {
        context.fillStyle = theme.line;
        context.fillRect(x(at), 0, 1, height);
        context.fillStyle = theme.soft;
        context.fillText(time(at), x(at) + 3, height - 10);
      }
      for (const lane of layout) {
        const object = lane.object;
        context.fillStyle = theme.panel;
        context.fillRect(0, lane.top, width, header - 3);
        context.fillStyle = theme.fg;
        context.font = "600 12px system-ui, sans-serif";
        context.fillText(object.name, 6, lane.top + 9, width - 80);
        const wide = Math.min(context.measureText(object.name).width, width - 80);
        context.font = "12px system-ui, sans-serif";
        context.fillStyle = theme.soft;
        if (object.kind !== object.name) context.fillText(object.kind, 14 + wide, lane.top + 9);
        object.counters.forEach((counter, number) => {
          const top = lane.counters + number * counterHeight, low = top + counterHeight - 3;
          context.fillStyle = theme.link;
          context.globalAlpha = .35;
          for (let i = 0; i < counter.points.length; i++) {
            const [at, value] = counter.points[i];
            const until = i + 1 < counter.points.length ? counter.points[i + 1][0] : end;
            if (until < from || at > to) continue;
            const tall = (counterHeight - 6) * Math.abs(value) / (counter.most || 1);
            const left = Math.max(0, x(at));
            context.fillRect(left, low - tall, Math.max(1, Math.min(width, x(until)) - left), tall);
          }
          context.globalAlpha = 1;
          context.fillStyle = theme.fg;
          context.fillText(counter.name + ", at most " + amount(counter, counter.most), 6, top + 9);
        });
        context.fillStyle = theme.fg;
        for (const mark of object.marks) {
          if (mark.at < from || mark.at > to) continue;
          const at = x(mark.at), middle = lane.marks + markHeight / 2;
          context.beginPath();
          context.moveTo(at, middle - 4);
          context.lineTo(at + 4, middle);
          context.lineTo(at, middle + 4);
          context.lineTo(at - 4, middle);
          context.fill();
        }
        for (const span of object.spans) {
          if (span.end < from || span.start > to) continue;
          const left = Math.max(-2, x(span.start)), right = Math.min(width + 2, x(span.end));
          const top = lane.rows + span.row * lane.rowHeight, tall = Math.max(1, lane.rowHeight - 1);
          const wide = Math.max(1, right - left);
          context.globalAlpha = found(span) ? span.count > 1 ? .55 : 1 : .12;
          context.fillStyle = colors[span.phase] || theme.soft;
          context.fillRect(left, top, wide, tall);
          if (span.ending && span.ending !== "succeeded") {
            context.fillStyle = theme.fg;
            context.fillRect(right - Math.min(3, wide), top, Math.min(3, wide), tall);
          }
          if (span.critical) {
            context.fillStyle = theme.fg;
            context.fillRect(left, top + tall - 2, wide, 2);
          }
          if (wide > 30 && lane.rowHeight > 10) {
            context.save();
            context.beginPath();
            context.rect(left, top, wide - 3, tall);
            context.clip();
            const light = ["running", "onLoan", "visible", "releasing"].includes(span.phase);
            context.fillStyle = light ? "#fff" : "#000";
            context.font = "11px system-ui, sans-serif";
            context.fillText(span.count > 1 ? span.count + " short ones"
              : span.name || words(span.phase), left + 3, top + tall / 2 + .5);
            context.restore();
          }
          context.globalAlpha = 1;
          if (span === chosen || span === hovered) {
            context.strokeStyle = theme.fg;
            context.lineWidth = 2;
            context.strokeRect(left, top, wide, tall);
          }
        }
      }
      const active = hovered || chosen;
      if (active) for (const link of active.links) arrow(context, x, link);
      if (cursor !== null && cursor >= from && cursor <= to) {
        context.fillStyle = theme.fg;
        context.fillRect(x(cursor), 0, 1, height);
        context.fillText(time(cursor), Math.min(x(cursor) + 4, width - 60), height - 24);
      }
      drawMap();
    }
    function place(span) {
      const lane = layout.find(one => one.object === span.object);
      return lane.rows + (span.row + .5) * lane.rowHeight;
    }
    function arrow(context, x, link) {
      const left = x(link.from.end), top = place(link.from);
      const right = x(link.handsOver || link.waits ? link.to.end : link.to.start), low = place(link.to);
      context.strokeStyle = context.fillStyle = theme.fg;
      context.lineWidth = 1.5;
      context.beginPath();
      context.moveTo(left, top);
      context.bezierCurveTo(left + 20, top, right - 20, low, right, low);
      context.stroke();
      context.beginPath();
      context.moveTo(right, low);
      context.lineTo(right - 7, low - 4);
      context.lineTo(right - 7, low + 4);
      context.fill();
    }
    """#
}
