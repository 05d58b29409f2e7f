/// The same walk with each kind of page.
@MainActor
struct MapsReports {
  let singleton: TurnReport
  let fresh: TurnReport
  let recycled: TurnReport
  let preferring: TurnReport
  let warm: TurnReport

  /// How many maps the pool of ``warm`` makes before the first page.
  static let warmMaps = 4

  init(_ turner: PageTurner) {
    singleton = turner.turn(SingletonPage.self)
    fresh = turner.turn(TextbookPage.self)
    recycled = turner.turn(RecyclingPage.self)
    preferring = turner.turn(PooledPage.self)
    warm = turner.turn(PooledPage.self, warmMaps: Self.warmMaps)
  }

  /// All of them, with their titles.
  var all: [(title: String, report: TurnReport)] {
    [
      ("textbook: one shared map", singleton),
      ("textbook: a new map each time", fresh),
      ("pool: any map, wiped", recycled),
      ("pool: the page's own map first", preferring),
      ("pool: the same, \(Self.warmMaps) maps made before", warm),
    ]
  }

  /// Those with a pool.
  var pooled: [TurnReport] { [recycled, preferring, warm] }
}
