extension TimelineReport {
  /// Reads the data, draws the lanes, and fills the tables.
  static let script = #"""
    "use strict";
    (() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const $ = id => document.getElementById(id);
    const make = (tag, text, parent) => {
      const element = document.createElement(tag);
      if (text !== undefined) element.textContent = text;
      if (parent) parent.append(element);
      return element;
    };
    // Okabe and Ito's colours, which colour-blind readers can tell apart.
    const colors = { waiting: "#e69f00", ready: "#f0e442", running: "#0072b2", onLoan: "#009e73",
      creating: "#cc79a7", loading: "#d55e00", loaded: "#56b4e9", transition: "#cc79a7",
      visible: "#0072b2", unloaded: "#8a8a8a", releasing: "#a05a2c", late: "#d55e00" };
    const words = phase => phase === "onLoan" ? "on loan" : phase;
    const endingWords = { timedOut: "timed out" };
    const unit = data.unit, end = Math.max(1, data.end);
    function time(ticks) {
      const ns = ticks * unit;
      const three = value => value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1)
        : value.toFixed(2);
      if (ns < 1e3) return Math.round(ns) + " ns";
      if (ns < 999950) return three(ns / 1e3) + " µs";
      if (ns < 999950000) return three(ns / 1e6) + " ms";
      return three(ns / 1e9) + " s";
    }
    const nameOf = index => data.names[index] ?? "";

    // Unpack.
    const spans = [];
    const objects = data.objects.map((object, number) => {
      const result = { number, name: nameOf(object.n), kind: object.k, rows: object.rows, spans: [],
        counters: [], marks: [] };
      let at = 0;
      for (let i = 0; i < object.spans.length; i += 6) {
        const [delta, length, row, name, code, count] = object.spans.slice(i, i + 6);
        at += delta;
        const span = { object: result, start: at, end: at + length, row, name: nameOf(name),
          phase: data.phases[code & 15], ending: data.endings[(code >> 4 & 15) - 1],
          critical: code >> 8 & 1, count, links: [], index: spans.length };
        result.spans.push(span);
        spans.push(span);
      }
      for (const counter of object.counters) {
        const points = [];
        let at = 0, most = 0;
        for (let i = 0; i < counter.p.length; i += 2) {
          at += counter.p[i];
          points.push([at, counter.p[i + 1]]);
          most = Math.max(most, Math.abs(counter.p[i + 1]));
        }
        result.counters.push({ name: nameOf(counter.n), points, most });
      }
      at = 0;
      for (let i = 0; i < object.marks.length; i += 2) {
        at += object.marks[i];
        result.marks.push({ at, name: nameOf(object.marks[i + 1]) });
      }
      return result;
    }).filter(object => object.spans.length + object.counters.length + object.marks.length);
    const links = [];
    for (let i = 0; i < data.links.length; i += 3) {
      const link = { from: spans[data.links[i]], to: spans[data.links[i + 1]],
        handsOver: data.links[i + 2] };
      if (!link.from || !link.to) continue;
      links.push(link);
      link.from.links.push(link);
      link.to.links.push(link);
    }

    // The overview.
    $("title").textContent = data.title;
    $("when").textContent = (data.began
      ? "Began " + new Date(data.began / 1000).toLocaleString() + ". " : "") + "Lasted "
      + time(end) + ".";
    for (const finding of data.findings) {
      const item = make("li", undefined, $("findings"));
      if (finding[1] < 0) {
        item.textContent = finding[0];
        continue;
      }
      const button = make("button", finding[0], item);
      button.className = "go";
      button.onclick = () => {
        const span = spans.find(one => one.object.number === finding[1] && one.start <= finding[2]
          && one.end >= finding[3] && one.count === 1
          && (finding[4] === 0) === (one.phase === "waiting" || one.phase === "ready"));
        show(finding[2], finding[3], span);
      };
    }
    for (const note of data.notes) make("p", note, $("notes")).className = "soft";

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
          context.fillText(counter.name + ", at most " + counter.most.toLocaleString(), 6, top + 9);
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
      const right = x(link.handsOver ? link.to.end : link.to.start), low = place(link.to);
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
      cursor = (start + stop) / 2;
      view(start - margin, stop + margin);
      read();
      if (span) {
        const top = place(span) - $("scroll").clientHeight / 2;
        $("scroll").scrollTop = top;
      }
      $("lanes-title").scrollIntoView({ block: "start" });
    }
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
          if (value !== undefined) parts.push(`${counter.name} ${value.toLocaleString()}`);
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

    // The table.
    const columns = [["where", row => row.where], ["name", row => row.name],
      ["phase", row => row.phase], ["count", row => row.count], ["together", row => row.total],
      ["mean", row => row.total / row.count], ["longest", row => row.longest]];
    const rows = data.table.map(row => ({ object: row[0],
      where: objects.find(one => one.number === row[0])?.name ?? "", name: nameOf(row[1]),
      phase: words(data.phases[row[2]]), count: row[3], total: row[4], longest: row[5],
      start: row[6] }));
    let sorted = 4, descending = true;
    const head = make("tr", undefined, make("thead", undefined, $("table")));
    columns.forEach(([title], number) => {
      const cell = make("th", undefined, head);
      const button = make("button", title, cell);
      button.onclick = () => {
        descending = sorted === number ? !descending : number > 2;
        sorted = number;
        fill();
      };
    });
    const body = make("tbody", undefined, $("table"));
    function fill() {
      [...head.children].forEach((cell, number) => cell.setAttribute("aria-sort",
        number !== sorted ? "none" : descending ? "descending" : "ascending"));
      const key = columns[sorted][1];
      const shown = rows.filter(row => !query || (row.where + "\n" + row.name + "\n" + row.phase)
        .toLowerCase().includes(query));
      shown.sort((one, two) => {
        const [a, b] = descending ? [key(two), key(one)] : [key(one), key(two)];
        return a < b ? -1 : a > b ? 1 : 0;
      });
      body.textContent = "";
      for (const row of shown.slice(0, 200)) {
        const line = make("tr", undefined, body);
        line.row = row;
        line.tabIndex = 0;
        for (const text of [row.where, row.name, row.phase, row.count.toLocaleString(),
          time(row.total), time(row.total / row.count), time(row.longest)]) make("td", text, line);
        const go = () => show(row.start, row.start + row.longest, spans.find(one =>
          one.object.number === row.object && one.name === row.name
          && words(one.phase) === row.phase && one.start === row.start));
        line.onclick = go;
        line.onkeydown = event => { if (event.key === "Enter") go(); };
      }
      $("more").textContent = shown.length > 200
        ? `${shown.length - 200} more rows: search for them.`
        : shown.length ? "" : "No row has this.";
      mark();
    }
    function mark() {
      for (const line of body.children) {
        line.classList.toggle("on", !!chosen && chosen.object.number === line.row.object
          && chosen.name === line.row.name && words(chosen.phase) === line.row.phase);
      }
    }
    $("search").oninput = event => {
      query = event.target.value.trim().toLowerCase();
      fill();
      redraw();
    };

    // The histograms: each bar is twice as long as the one before it.
    for (const [number, phase, counts] of data.histograms) {
      const box = make("div", undefined, $("histograms"));
      const name = objects.find(one => one.number === number)?.name ?? "";
      make("p", `${name}: ${words(data.phases[phase])}`, box).style.fontWeight = 600;
      const first = counts.findIndex(count => count), most = Math.max(...counts);
      const bars = make("div", undefined, box);
      bars.className = "bars";
      bars.setAttribute("role", "img");
      const bounds = i => `${time(2 ** i / unit)} to ${time(2 ** (i + 1) / unit)}`;
      bars.setAttribute("aria-label", counts
        .map((count, i) => count ? `${count}: ${bounds(i)}` : "")
        .filter(text => text).join(", "));
      for (let i = first; i < counts.length; i++) {
        const bar = make("i", undefined, bars);
        bar.style.height = 100 * counts[i] / most + "%";
        bar.title = `${counts[i]}: ${bounds(i)}`;
      }
      make("p", `${time(2 ** first / unit)} to ${time(2 ** counts.length / unit)}`, box)
        .className = "soft";
    }
    if (!data.histograms.length) $("histograms-title").hidden = true;

    addEventListener("resize", redraw);
    dark.addEventListener("change", () => { readTheme(); redraw(); });
    addEventListener("beforeprint", () => { readTheme(); view(0, end); draw(); });
    matchMedia("print").addEventListener("change", () => { readTheme(); draw(); });
    readTheme();
    fill();
    read();
    view(0, end);
    draw();
    document.documentElement.dataset.ready = "yes";
    })();
    """#
}
