extension ReportScript {
  /// Fills the table.
  static let table = #"""
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
    """#
}
