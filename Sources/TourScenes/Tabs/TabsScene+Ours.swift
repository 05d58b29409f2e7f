extension TabsScene {
  /// Ours: the same app, and the same warning.
  @MainActor
  func playOurs(_ narrator: Narrator) async -> WarnedTabs.Report {
    narrator.chapter("Ours: application.unloads(under: pressure)")
    narrator.show([
      "override func saveState(into state: inout StateWriter) { state.save(view.text, for: .label) }",
      "override func restoreState(from state: StateReader) { view.text = … }",
    ])
    let report = await WarnedTabs(tabs: extent.tabs, layout: extent.layout).run()
    narrator.say(
      """
      The same four tabs, and the same user. A PressureMonitor hears that memory is short and is to \
      get back \(report.target.inMegabytes). What goes, in its order:
      """)
    var table = Table("a view that goes", "gives back", "took to make", "per millisecond")
    for departure in report.departures {
      table.add(
        departure.tab, departure.bytes.inMegabytes, departure.making.reading,
        Int(departure.worth).inMegabytes)
    }
    narrator.show(table)
    if let resident = report.resident {
      narrator.say(
        """
        Resident memory was \(resident.before.inMegabytes) before the pass and \
        \(resident.after.inMegabytes) after it.
        """)
    }
    narrator.say("Then the user goes through the tabs:")
    var labels = Table("a tab", "its label before", "and after", aligned: [.left, .left, .left])
    for (number, tab) in extent.tabs.enumerated() {
      labels.add(tab.title, report.before[number], report.after[number])
    }
    narrator.show(labels)
    promise(narrator, report)
    return report
  }

  @MainActor
  private func promise(_ narrator: Narrator, _ report: WarnedTabs.Report) {
    narrator.promise(
      """
      \(report.departures.count) views went, first those that give back most for what it takes to \
      make them again; the one that the user looked at stayed.
      """,
      isKept: report.departures.count == extent.tabs.count - 1 && report.isHeaviestFirst
        && report.isSeenUntouched)
    narrator.promise(
      """
      They gave back \(report.released.inMegabytes) by their own account, as many as were wanted.
      """, isKept: report.released == report.target)
    let lost = zip(report.before, report.after).count { $0 != $1 }
    narrator.promise(
      "On return, \(lost) of \(report.before.count) labels had lost what the user had made of them.",
      isKept: lost == 0 && report.before == extent.tabs.map(\.changedLabel))
    narrator.promise(
      """
      A smaller shortage afterwards took no more than was needed: \
      \(report.small.map(\.tab).joined(separator: ", ")).
      """, isKept: report.small.count == 1)
  }

  /// Ours: what is heavy goes before what is on it.
  @MainActor
  func playMap(_ narrator: Narrator) async {
    narrator.chapter("A map that goes before its page: HeavyResource")
    narrator.show([
      "lazy var map = HeavyResource(",
      "  of: self, bytes: 24 << 20, make: { screen, place in Map(around: place ?? … ) },",
      "  snapshot: { map in map.place })",
    ])
    let report = await MapBeforePage(bytes: extent.tabs[1].bytes).run()
    let resident = report.resident.map {
      " Resident memory was \($0.before.inMegabytes) before, and \($0.after.inMegabytes) after it."
    }
    narrator.say(
      """
      A page is light, and the map on it is not. Memory is a little short while the user is on \
      another tab.\(resident ?? "")
      """)
    narrator.promise(
      """
      The map went, with \(report.released.inMegabytes), and the page kept its view.
      """, isKept: report.isMapGone && report.isPageThere && report.released == extent.tabs[1].bytes
    )
    narrator.promise(
      """
      On return it was made again in \(report.rebuilding.reading), where the user had left it: \
      \(report.placeAfter ?? "nowhere"). When it died by itself in the user's sight, it came back at \
      once.
      """, isKept: report.placeAfter == report.placeBefore && report.isBackAfterLoss)
  }

  /// Ours: a stack four deep.
  @MainActor
  func playStack(_ narrator: Narrator) {
    narrator.chapter("A stack four deep")
    let report = DeepStack().run()
    narrator.say(
      """
      \(report.screens.joined(separator: " > ")): the user sees the last of them, and has written \
      something on each. Then a note is begun on the third: hold("a note is being written").
      """)
    var table = Table(
      "memory is", "views that go", "and one that stays", aligned: [.left, .left, .left])
    table.add("short", report.gone.joined(separator: ", "), report.spared.joined(separator: ", "))
    table.add("critically short, the note begun", "", report.held.joined(separator: ", "))
    table.add("the same, the note done", report.goneAtLast.joined(separator: ", "), "")
    narrator.show(table)
    narrator.promise(
      """
      What is farthest from the user goes, what is right under the top only when it is critical, and \
      what is held not at all.
      """,
      isKept: report.gone == ["Catalogue", "Author"] && report.goneAtLast == ["Book"]
        && report.goneWhileHeld.isEmpty && report.spared.count == 1 && report.held.count == 1)
    narrator.promise(
      "On the way back all is as it was written: \(report.read.joined(separator: " < ")).",
      isKept: report.read == report.written.reversed())
  }
}
