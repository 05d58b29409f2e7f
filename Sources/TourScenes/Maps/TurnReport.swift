/// What fifty page turns cost, and whether the pages were right.
struct TurnReport: Sendable {
  let turns: Int
  let counts: Census.Counts
  /// How long the main thread was busy with maps, warm-up and first page included.
  let mainThread: Duration
  /// How often a page on the screen showed another branch's map.
  let wrongMaps: Int
  /// The turn in which the last map was made; 0: for the first page, or before it.
  let lastConstruction: Int
  /// How many maps are left after the app has gone.
  let leftOver: Int

  /// The main thread's time for one turn, on average.
  var perTurn: Duration { mainThread / turns }

  /// The turns in which nothing was built any more.
  var turnsWithoutConstruction: Int { turns - lastConstruction }
}
