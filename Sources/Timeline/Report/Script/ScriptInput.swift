extension ReportScript {
  /// Wheel, touch, pointer and keys.
  static let input = #"""
    function spanAt(event) {
      const box = lanes.getBoundingClientRect();
      const at = from + (event.clientX - box.left) / box.width * (to - from);
      const y = event.clientY - box.top;
      const lane = layout.find(one => y >= one.top && y < one.bottom);
      const slack = (to - from) / box.width * 2;
      let best = null;
      if (lane && y >= lane.rows) {
        const row = Math.floor((y - lane.rows) / lane.rowHeight);
        for (const span of lane.object.spans) {
          if (span.row === row && span.start - slack <= at && span.end + slack >= at
            && (!best || span.end - span.start < best.end - best.start)) best = span;
        }
      }
      return [at, best];
    }
    let drag = null;
    const pointers = new Map();
    lanes.addEventListener("pointerdown", event => {
      pointers.set(event.pointerId, event.clientX);
      drag = { x: event.clientX, from, to, moved: false };
    });
    addEventListener("pointerup", event => {
      pointers.delete(event.pointerId);
      if (drag && !drag.moved && event.target === lanes) {
        [cursor, chosen] = spanAt(event);
        mark();
        read();
        redraw();
      }
      drag = null;
    });
    addEventListener("pointercancel", event => { pointers.delete(event.pointerId); drag = null; });
    lanes.addEventListener("pointermove", event => {
      const width = lanes.clientWidth;
      if (pointers.size === 2 && pointers.has(event.pointerId)) {
        const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
        const before = Math.abs(pointers.get(event.pointerId) - other);
        const after = Math.abs(event.clientX - other);
        const middle = (event.clientX + other) / 2 - lanes.getBoundingClientRect().left;
        if (before > 5 && after > 5) zoom(before / after, from + middle / width * (to - from));
        pointers.set(event.pointerId, event.clientX);
        if (drag) drag.moved = true;
        return;
      }
      if (drag && pointers.size === 1) {
        const moved = event.clientX - drag.x;
        if (Math.abs(moved) > 4) drag.moved = true;
        const shift = moved / width * (drag.to - drag.from);
        if (drag.moved) view(drag.from - shift, drag.to - shift);
        return;
      }
      [cursor, hovered] = spanAt(event);
      read();
      redraw();
    });
    lanes.addEventListener("pointerleave", () => { hovered = null; redraw(); });
    lanes.addEventListener("wheel", event => {
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const shift = (event.deltaX || event.deltaY) / lanes.clientWidth * (to - from);
        view(from + shift, to + shift);
      } else if (event.ctrlKey || event.metaKey || event.altKey
        || lanes === document.activeElement) {
        zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, spanAt(event)[0]);
      } else return;
      event.preventDefault();
    }, { passive: false });
    lanes.addEventListener("keydown", event => {
      const length = to - from;
      const middle = cursor !== null && cursor >= from && cursor <= to ? cursor : (from + to) / 2;
      const order = spans.filter(one => found(one)).sort((one, two) => one.start - two.start);
      const move = by => {
        const known = chosen ? order.indexOf(chosen) : by > 0 ? -1 : order.length;
        const next = order[known + by];
        if (!next) return;
        chosen = next;
        hovered = null;
        cursor = next.start;
        if (next.start < from || next.start > to) {
          view(next.start - length / 4, next.start + length * .75);
        }
        $("scroll").scrollTop = place(next) - $("scroll").clientHeight / 2;
      };
      switch (event.key) {
        case "ArrowLeft": case "ArrowRight": {
          const by = event.key === "ArrowLeft" ? -length / 8 : length / 8;
          view(from + by, to + by);
          cursor = (from + to) / 2;
          break;
        }
        case "+": case "=": zoom(1 / 1.5, middle); break;
        case "-": zoom(1.5, middle); break;
        case "0": view(0, end); break;
        case "n": move(1); break;
        case "p": move(-1); break;
        case "Escape": chosen = null; cursor = null; break;
        default: return;
      }
      event.preventDefault();
      mark();
      read();
      redraw();
    });
    function mapTo(event) {
      const at = (event.clientX - map.getBoundingClientRect().left) / map.clientWidth * end;
      const half = (to - from) / 2;
      view(at - half, at + half);
    }
    map.addEventListener("pointerdown", event => {
      map.setPointerCapture(event.pointerId);
      mapTo(event);
    });
    map.addEventListener("pointermove", event => { if (event.buttons) mapTo(event); });
    $("in").onclick = () => zoom(1 / 1.5, (from + to) / 2);
    $("out").onclick = () => zoom(1.5, (from + to) / 2);
    $("all").onclick = () => view(0, end);
    const used = new Set(spans.map(span => span.phase));
    for (const phase of data.phases) {
      if (!used.has(phase)) continue;
      const entry = make("span", undefined, $("legend"));
      make("i", undefined, entry).style.background = colors[phase];
      entry.append(words(phase));
    }
    """#
}
