internal import Stagecraft

struct MapsScene: Scene {
  let name = "maps"
  let summary = "fifty page turns, with an expensive view on each page"
  /// The number of streets in the city, and the size of a map.
  var streets = 20_000
  var pixels = 640 * 480
  /// The numbers of the branches that the user turns to, from 1.
  var pages = MapsScene.fiftyTurns
  static let fiftyTurns = [
    1, 2, 3, 2, 3, 4, 3, 4, 5, 4, 3, 2, 3, 4, 5, 6, 5, 6, 7, 6, 5, 4, 5, 6, 7,
    8, 7, 8, 7, 6, 5, 4, 3, 4, 5, 6, 5, 4, 3, 2, 1, 2, 3, 2, 3, 4, 3, 2, 1, 2, 1,
  ]

  struct Report: Sendable {
    /// What was done with maps, counted after the app had ended.
    var counts = City.Census()
    /// The time that the main thread spent on maps.
    var mainThread = Duration.zero
    /// How often a page on the screen showed the wrong branch.
    var wrongMaps = 0
    /// The turn in which the last map was created; 0 is the opening of the first page.
    var lastConstruction = 0
  }

  /// A correct map's checksum for each branch.
  func pictures() -> [Branch: UInt64] {
    let map = BranchMap(of: City(streets: streets, pixels: pixels))
    return Dictionary(
      uniqueKeysWithValues: City.branches.map { branch in
        map.show(branch)
        return (branch, map.checksum)
      })
  }

  /// Turns the pages of an app; during a turn two pages are on the screen.
  func turn<Kind: Page>(
    _ kind: Kind.Type, warmMaps: Int = 0,
    recording record: (ElasticPool<BranchMap, Never>) -> Void = { _ in }
  ) -> Report {
    let pictures = pictures()
    let city = City(streets: streets, pixels: pixels)
    var report = Report()
    func time<Result>(_ body: () -> Result) -> Result {
      let start = ContinuousClock.now
      defer { report.mainThread += .now - start }
      return body()
    }
    do {
      let app = time { LibraryApp(city, warmMaps: warmMaps) }
      record(app.maps)
      var leaving: Kind?
      for (turn, number) in pages.enumerated() {
        let built = city.census.withLock { $0.constructions }
        let coming = Kind(of: City.branches[number - 1], in: app)
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
    return report
  }

  func play(_ narrator: Narrator) async throws {
    narrator.say(
      """
      Each branch has a page with a map, which is created and drawn on the main thread. The user \
      turns \(pages.count - 1) pages; during a turn two pages are on the screen.
      """)
    let singleton = turn(SingletonPage.self)
    let fresh = turn(TextbookPage.self)
    let recycled = turn(RecyclingPage.self) { narrator.record($0, as: "any map") }
    let preferring = turn(PooledPage.self) { narrator.record($0, as: "the page's own map") }
    let warm = turn(PooledPage.self, warmMaps: 4) { narrator.record($0, as: "4 maps before") }
    let variants = [
      ("textbook: one shared map", singleton), ("textbook: a new map each time", fresh),
      ("pool: any map", recycled), ("pool: the page's own map if possible", preferring),
      ("pool: the same, with 4 maps created before", warm),
    ]
    narrator.table(
      "variant", "created", "drawn", "main thread", "alive", "wrong",
      rows: variants.map { title, report in
        [
          title, "\(report.counts.constructions)", "\(report.counts.renders)",
          report.mainThread.reading, "\(report.counts.mostAlive)", "\(report.wrongMaps)",
        ]
      })
    narrator.observation(
      "The shared map shows the wrong branch in each of \(pages.count - 1) turns.",
      isSeen: singleton.wrongMaps == pages.count - 1)
    narrator.promise(
      "With all other variants each page shows its own branch, pixel by pixel.",
      isKept: variants.dropFirst().allSatisfy { $1.wrongMaps == 0 })
    narrator.promise(
      "A pool creates no map after the first turn, and none at all after a warm-up.",
      isKept: [recycled, preferring].allSatisfy { $0.lastConstruction <= 1 }
        && warm.lastConstruction == 0)
    narrator.promise(
      "acquire(preferring:) draws less than once per page.",
      isKept: preferring.counts.renders < pages.count
        && warm.counts.renders <= preferring.counts.renders)
    narrator.promise(
      "The maps are freed with the app.", isKept: variants.allSatisfy { $1.counts.alive == 0 })

    narrator.chapter("What changes in the page: textbook (-), ours (+)")
    let code = Self.code
    narrator.show(code)
    let changed = code.count { $0.hasPrefix("+") }
    narrator.promise(
      "Only the lines that borrow and return the map differ: \(changed).",
      isKept: changed == 2 || code.isEmpty)
  }

  /// What differs between the textbook's page and ours.
  static var code: [String] {
    Listing.difference(
      from: Listing("final class TextbookPage", in: "MapsTextbook.swift").body,
      to: Listing("class PooledPage", in: "MapsOurs.swift").body)
  }
}
