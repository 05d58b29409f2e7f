extension ReportScript {
  /// Draws the histograms, and begins.
  static let histograms = #"""
    // Each bar covers a range twice as wide as the one before it.
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
    """#
}
