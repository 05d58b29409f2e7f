extension ReportScript {
  /// Fills the overview.
  static let overview = #"""
    // The overview.
    $("title").textContent = plain(data.title);
    $("when").textContent = (data.began
      ? "Began " + new Date(data.began / 1000).toLocaleString() + ". " : "") + "Lasted "
      + time(data.end) + ".";
    for (const finding of data.findings) {
      const item = make("li", undefined, $("findings"));
      if (finding[1] < 0) {
        item.textContent = plain(finding[0]);
        continue;
      }
      const button = make("button", plain(finding[0]), item);
      button.className = "go";
      button.onclick = () => {
        const span = spans.find(one => one.object.number === finding[1] && one.start <= finding[2]
          && one.end >= finding[3] && one.count === 1
          && (finding[4] === 0) === (one.phase === "waiting" || one.phase === "ready"));
        show(finding[2], finding[3], span);
      };
    }
    for (const note of data.notes) make("p", note, $("notes")).className = "soft";
    """#
}
