/// Turns pages, and watches what is on the screen.
///
/// While a page is turned, two pages are on the screen: the one that comes and the one that goes.
@MainActor
struct PageTurner {
  let city: City
  let walk: Walk
  /// What each branch's map looks like.
  let pictures: [Branch: UInt64]
  private let size: MapSize

  init(city: City, walk: Walk, size: MapSize) {
    self.city = city
    self.walk = walk
    self.size = size
    let map = BranchMap(from: Atlas(of: city, size: size))
    pictures = Dictionary(
      uniqueKeysWithValues: city.branches.map { branch in
        map.show(branch)
        return (branch, map.checksum)
      })
  }

  /// Takes the walk with one kind of page.
  ///
  /// - Parameters:
  ///   - kind: the page to turn.
  ///   - idleMaps: how many maps the app's pool keeps idle.
  ///   - warmMaps: how many it makes beforehand.
  /// - Returns: what the walk cost.
  func turn<Kind: Page>(_ kind: Kind.Type, idleMaps: Int = 4, warmMaps: Int = 0) -> TurnReport {
    let atlas = Atlas(of: city, size: size)
    var watch = Stopwatch()
    var wrongMaps = 0
    var lastConstruction = 0
    do {
      // The app and its pages end with this scope.
      let app = watch.time {
        LibraryApp(atlas: atlas, idleMaps: idleMaps, warmMaps: warmMaps)
      }
      var leaving: Kind?
      for (turn, number) in walk.pages.enumerated() {
        let built = atlas.census.counts.constructions
        let coming = Kind(of: city.branches[number - 1], in: app)
        watch.time { coming.loadView() }
        wrongMaps += [coming, leaving].count { $0.map(showsWrongMap) ?? false }
        watch.time { leaving?.viewDidDisappear() }
        if atlas.census.counts.constructions > built { lastConstruction = turn }
        leaving = coming
      }
      watch.time { leaving?.viewDidDisappear() }
    }
    return TurnReport(
      turns: walk.turns, counts: atlas.census.counts, mainThread: watch.total, wrongMaps: wrongMaps,
      lastConstruction: lastConstruction, leftOver: atlas.census.counts.alive)
  }

  /// Whether the screen shows another branch where the page's own should be.
  private func showsWrongMap(_ page: some Page) -> Bool {
    page.map?.checksum != pictures[page.branch]
  }
}
