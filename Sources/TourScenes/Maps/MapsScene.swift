/// Fifty page turns between pages that each show a map.
struct MapsScene: Scene {
  let name = "maps"
  let summary = "fifty page turns, and an expensive view on each page"
  /// How many streets the city has, and the size of a map.
  var streets = 10_000
  var size = Point(x: 640, y: 480)
  /// The branches that the user turns to, from 1.
  var pages = MapsScene.fiftyTurns

  static let fiftyTurns = [
    1, 2, 3, 2, 3, 4, 3, 4, 5, 4, 3, 2, 3, 4, 5, 6, 5, 6, 7, 6, 5, 4, 5, 6, 7,
    8, 7, 8, 7, 6, 5, 4, 3, 4, 5, 6, 5, 4, 3, 2, 1, 2, 3, 2, 3, 4, 3, 2, 1, 2, 1,
  ]

  struct Report: Sendable {
    var counts = City.Census()
    /// The main thread's time for maps.
    var mainThread = Duration.zero
    /// How often a page on the screen showed another branch.
    var wrongMaps = 0
    /// The turn in which the last map was made; 0 if that was before the first turn.
    var lastConstruction = 0
    /// How many maps were left after the app.
    var leftOver = 0
  }

  /// What each branch's map looks like.
  func pictures() -> [Branch: UInt64] {
    let city = City(streets: streets, size: size)
    let map = BranchMap(of: city)
    return Dictionary(
      uniqueKeysWithValues: city.branches.map { branch in
        map.show(branch)
        return (branch, map.checksum)
      })
  }

  /// Turns the pages of an app; while one is turned, two pages are on the screen.
  func turn<Kind: Page>(_ kind: Kind.Type, warmMaps: Int = 0) -> Report {
    let pictures = pictures()
    let city = City(streets: streets, size: size)
    var report = Report()
    func time<Result>(_ body: () -> Result) -> Result {
      let start = ContinuousClock.now
      defer { report.mainThread += .now - start }
      return body()
    }
    do {
      let app = time { LibraryApp(city, warmMaps: warmMaps) }
      var leaving: Kind?
      for (turn, number) in pages.enumerated() {
        let built = city.census.withLock { $0.constructions }
        let coming = Kind(of: city.branches[number - 1], in: app)
        time { coming.loadView() }
        for page in [coming, leaving].compactMap({ $0 }) {
          if page.map?.checksum != pictures[page.branch] { report.wrongMaps += 1 }
        }
        time { leaving?.viewDidDisappear() }
        if city.census.withLock({ $0.constructions }) > built { report.lastConstruction = turn }
        leaving = coming
      }
      time { leaving?.viewDidDisappear() }
    }
    report.counts = city.census.withLock { $0 }
    report.leftOver = report.counts.alive
    return report
  }

  func play(_ narrator: Narrator) async throws {
    narrator.say(
      """
      Each branch has a page with a map, which is made and drawn on the main thread. The user turns \
      \(pages.count - 1) pages; during a turn two pages are on the screen.
      """)
    let singleton = turn(SingletonPage.self)
    let fresh = turn(TextbookPage.self)
    let recycled = turn(RecyclingPage.self)
    let preferring = turn(PooledPage.self)
    let warm = turn(PooledPage.self, warmMaps: 4)
    let ours = [recycled, preferring, warm]
    let all = [singleton, fresh] + ours
    let titles = [
      "textbook: one shared map", "textbook: a new map each time", "pool: any map",
      "pool: the page's own map first", "pool: the same, 4 maps made before",
    ]
    narrator.table(
      "way", "made", "drawn", "main thread", "alive", "wrong",
      rows: zip(titles, all).map { title, report in
        [
          title, "\(report.counts.constructions)", "\(report.counts.renders)",
          report.mainThread.reading, "\(report.counts.mostAlive)", "\(report.wrongMaps)",
        ]
      })
    narrator.promise(
      "The shared map shows the wrong branch in each of \(pages.count - 1) turns.",
      isKept: singleton.wrongMaps == pages.count - 1)
    narrator.promise(
      "All other pages show their own branch, pixel by pixel.",
      isKept: all.dropFirst().allSatisfy { $0.wrongMaps == 0 })
    narrator.promise(
      "A pool makes no map after the first turn, and none at all after a warm-up.",
      isKept: ours.allSatisfy { $0.lastConstruction <= 1 } && warm.lastConstruction == 0)
    narrator.promise(
      "acquire(preferring:) draws less than once per page.",
      isKept: preferring.counts.renders < pages.count
        && warm.counts.renders <= preferring.counts.renders)
    narrator.promise(
      "The maps are freed with the app.", isKept: all.allSatisfy { $0.leftOver == 0 })

    narrator.chapter("What changes in the page")
    let code = Self.code
    narrator.show(code.lines("The textbook's page", "Ours"))
    narrator.promise(
      "Only the lines that get and return the map differ: \(code.differences).",
      isKept: code.differences == 2 || code.rows.isEmpty)
    func saving(_ report: Report) -> String { (1 - report.mainThread / fresh.mainThread).percent }
    narrator.say(
      """
      Any map from a pool saved \(saving(recycled)) of the main thread's time: it is drawn again. \
      The page's own map saved \(saving(preferring)), and \(saving(warm)) with 4 maps, for the memory \
      of \(warm.counts.mostAlive) maps instead of \(fresh.counts.mostAlive).
      """)
  }

  /// The two pages beside each other.
  static var code: SideBySide {
    SideBySide(
      Listing("final class TextbookPage", in: "MapsTextbook.swift").body,
      Listing("class PooledPage", in: "MapsOurs.swift").body)
  }
}
