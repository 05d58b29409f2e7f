extension ReportScript {
  /// Reads the data.
  static let data = #"""
    // Unpack.
    const spans = [];
    const objects = data.objects.map((object, number) => {
      const result = { number, name: nameOf(object.n) || "(no name)", kind: plain(kindWords(object.k)), rows: object.rows, spans: [],
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
      for (const counter of result.counters) {
        counter.isBytes = /^(memory|cache)$/.test(result.kind)
          && /^(bytes|resident|used|limit|available)$/.test(counter.name);
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
    // A wait shows what its item waited for, which is linked to what it became.
    for (const object of objects) {
      const next = [];
      for (const span of object.spans.toReversed()) {
        const after = next[span.row];
        if (after && after.start === span.end && after.name === span.name && !span.links.length
          && (span.phase === "waiting" || span.phase === "ready")) {
          span.links = after.links.filter(link => link.to === after)
            .map(link => ({ ...link, to: span, waits: true }));
        }
        next[span.row] = span;
      }
    }
    """#
}
