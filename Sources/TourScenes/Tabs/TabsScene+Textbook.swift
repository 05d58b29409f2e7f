extension TabsScene {
  /// The textbook's way: the view goes, and with it what the user has done.
  @MainActor
  func playTextbook(_ narrator: Narrator) -> TextbookTabs.Report {
    narrator.chapter("The textbook's way: if view.window == nil { view = nil }")
    narrator.show([
      "func didReceiveMemoryWarning() {",
      "  if view.window == nil { view = nil }      // nobody sees it",
      "}",
    ])
    let textbook = TextbookTabs(tabs: extent.tabs, unvisited: extent.unvisited)
    let report = textbook.run()
    narrator.say(
      """
      The user has been to \(extent.tabs.count) tabs, has changed a label on each, and is back on \
      the first when memory runs short. Then the user goes through the tabs again:
      """)
    var table = Table("a tab", "its label before", "and after", aligned: [.left, .left, .left])
    for (number, tab) in extent.tabs.enumerated() {
      table.add(tab.title, report.before[number], report.after[number])
    }
    narrator.show(table)
    narrator.promise(
      """
      \(report.gone) views went, with \(report.bytesGone.inMegabytes), and \(report.lost) labels say \
      again what they said at first.
      """, isKept: report.gone == extent.tabs.count - 1 && report.lost == report.gone)
    narrator.promise(
      """
      A fifth tab, to which the user has never been, had its view made by the warning itself: to ask \
      a view for its window makes it. That took \(report.bytesMade.inMegabytes) more before any went.
      """, isKept: report.madeByTheWarning == 1)
    return report
  }

  /// A `loadView` that asks for the view that it is to make.
  @MainActor
  func playRecursion(_ narrator: Narrator) async throws {
    narrator.chapter("The trap: a loadView that asks for the view")
    narrator.show([
      "override func loadView() {",
      "  view.label = \"Good morning\"      // there is no view yet: loadView is called to make it",
      "}",
    ])
    let recursion = TextbookTabs(tabs: [], unvisited: extent.unvisited).recurse()
    narrator.promise(
      """
      The textbook's goes round and round: it was stopped after \(recursion.depth) rounds, and a \
      real one when its stack is full.
      """, isKept: recursion.depth == recursion.bound)
    try await playTrap(narrator)
  }
}
