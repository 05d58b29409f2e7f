/// Fifty page turns, back and forth, between pages that each show a map.
struct MapsScene: Scene {
  let name = "maps"
  let summary = "fifty page turns, and an expensive view on each page"

  let city: City
  let walk: Walk
  let size: MapSize

  /// The scene as the tour plays it, or a smaller one for tests.
  init(city: City = City(), walk: Walk = .fiftyTurns, size: MapSize = .page) {
    self.city = city
    self.walk = walk
    self.size = size
  }

  func play(_ narrator: Narrator) async throws {
    let costs = MapCosts.measured(in: city, size: size)
    let turner = PageTurner(city: city, walk: walk, size: size)
    introduce(narrator, costs)
    let reports = MapsReports(turner)
    show(reports, on: narrator)
    check(reports, narrator)
    showCode(on: narrator)
    conclude(reports, costs, narrator)
  }

  @MainActor
  private func introduce(_ narrator: Narrator, _ costs: MapCosts) {
    narrator.say(
      """
      Each branch of the library has a page with a map. The user turns \(walk.turns) pages, back \
      and forth, and sees \(walk.variety) branches: \(walk.pages.prefix(12).map { "\($0)" }.joined(separator: ", ")), … While \
      a page is turned, two pages are on the screen. On this machine it takes \
      \(costs.construction.reading) to make a map and \(costs.rendering.reading) to draw a branch, \
      all of it on the main thread.
      """)
  }

  @MainActor
  private func show(_ reports: MapsReports, on narrator: Narrator) {
    narrator.chapter("The textbook's two ways, and ours")
    var table = Table(
      "\(reports.fresh.turns) page turns", "made", "drawn", "main thread", "per turn", "alive",
      "wrong map")
    for (title, report) in reports.all {
      table.add(
        title, "\(report.counts.constructions)", "\(report.counts.renders)",
        report.mainThread.reading, report.perTurn.reading, "\(report.counts.mostAlive)",
        "\(report.wrongMaps)")
    }
    narrator.show(table)
    narrator.say(
      """
      made: maps constructed. drawn: how often one was rendered. alive: maps that existed at most \
      at a time. wrong map: how often a page on the screen showed another branch, found by \
      comparing the pixels. The main thread's time includes making maps before the first page.
      """)
  }

  @MainActor
  private func showCode(on narrator: Narrator) {
    let code = PageListing.sideBySide
    narrator.chapter("What changes in the page")
    narrator.show(code.lines("The textbook's page", "Ours"))
    narrator.say(
      """
      \(code.differences) lines differ: the constructor and the return. The pool belongs to the app and \
      wipes a map, by its hook prepareForReuse, when it goes to a page of another branch. A map \
      that comes back to its own branch is not wiped, and show(_:) finds nothing to do.
      """)
  }
}
