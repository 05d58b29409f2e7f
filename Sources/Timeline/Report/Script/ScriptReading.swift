extension ReportScript {
  /// Tells what is at the cursor.
  static let reading = #"""
    function describe(span) {
      if (span.count > 1) return `${span.count} short ones (${words(span.phase)}), `
        + `${time(span.start)} to ${time(span.end)}`;
      const ending = !span.ending ? ", unfinished"
        : span.ending === "succeeded" ? "" : ", " + (endingWords[span.ending] || span.ending);
      return (span.name ? span.name + ": " : "")
        + `${words(span.phase)} ${time(span.end - span.start)}`
        + `, from ${time(span.start)}${ending}${span.critical ? ", on the critical path" : ""}`;
    }
    // All lanes at one instant.
    function read() {
      const panel = $("reading");
      panel.textContent = "";
      const active = hovered || chosen;
      if (active) {
        make("p", active.object.name + ": " + describe(active), panel).style.fontWeight = 600;
        for (const link of active.links) {
          make("p", link.to === active ? (link.handsOver ? "received from " : "waited for ")
            + describe(link.from) : (link.handsOver ? "handed over to " : "then ")
            + describe(link.to), panel);
        }
      }
      if (cursor === null) {
        if (!active) make("p", "Point at the lanes, or press the arrow keys in them.", panel);
        return;
      }
      make("p", "At " + time(cursor) + ":", panel);
      const list = make("ul", undefined, panel);
      for (const object of objects) {
        const parts = [];
        for (const span of object.spans) {
          if (span.start <= cursor && span.end >= cursor && span !== active) {
            parts.push(describe(span));
          }
        }
        for (const counter of object.counters) {
          let value;
          for (const [at, one] of counter.points) if (at <= cursor) value = one; else break;
          if (value !== undefined) parts.push(`${counter.name} ${amount(counter, value)}`);
        }
        const near = (to - from) / 200;
        for (const mark of object.marks) {
          if (Math.abs(mark.at - cursor) < near) parts.push(`${mark.name} at ${time(mark.at)}`);
        }
        if (!parts.length) continue;
        const more = parts.length > 8 ? `; ${parts.length - 8} more` : "";
        make("li", object.name + ": " + parts.slice(0, 8).join("; ") + more, list);
      }
    }
    """#
}
