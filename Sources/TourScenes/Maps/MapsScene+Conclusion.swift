extension MapsScene {
  /// States what must hold whatever the machine.
  @MainActor
  func check(_ reports: MapsReports, _ narrator: Narrator) {
    narrator.promise(
      """
      The shared map can be in one place only: \(reports.singleton.wrongMaps) wrong maps in \
      \(walk.turns) turns.
      """, isKept: reports.singleton.wrongMaps == walk.turns)
    narrator.promise(
      """
      Every page but those with the shared map showed its own branch, pixel by pixel: \
      \(reports.fresh.wrongMaps + reports.pooled.map(\.wrongMaps).reduce(0, +)) wrong maps.
      """, isKept: ([reports.fresh] + reports.pooled).allSatisfy { $0.wrongMaps == 0 })
    narrator.promise(
      """
      Nothing is built once the pool is warm: no map was made after turn \
      \(reports.pooled.map(\.lastConstruction).max() ?? 0) without a warm-up, and after turn \
      \(reports.warm.lastConstruction) with one.
      """,
      isKept: reports.pooled.allSatisfy { $0.lastConstruction <= 1 }
        && reports.warm.lastConstruction == 0)
    narrator.promise(
      "Preferring the page's own map draws less than once per page shown.",
      isKept: reports.preferring.counts.renders < walk.pages.count
        && reports.warm.counts.renders <= reports.preferring.counts.renders)
    narrator.promise(
      "The maps end with the app: \(reports.all.map(\.report.leftOver).reduce(0, +)) were left.",
      isKept: reports.all.allSatisfy { $0.report.leftOver == 0 })
  }

  /// Says what the figures mean.
  @MainActor
  func conclude(_ reports: MapsReports, _ costs: MapCosts, _ narrator: Narrator) {
    let fresh = reports.fresh
    let warm = reports.warm
    narrator.chapter("What this shows")
    narrator.say(
      """
      A pool of any maps built \(reports.recycled.counts.constructions) maps where the textbook built \
      \(fresh.counts.constructions), and saved \(saving(reports.recycled, over: fresh)) of the main \
      thread's time. It cannot save more: a wiped map is drawn again, and drawing is \
      \(costs.shareOfRendering.percent) of what a new map costs.
      """)
    narrator.say(
      """
      Asking for the page's own map, with acquire(preferring: branch), saved \
      \(saving(reports.preferring, over: fresh)), and \(saving(warm, over: fresh)) with \
      \(warm.counts.mostAlive) maps: \(warm.counts.renders) drawings instead of \
      \(fresh.counts.renders). Once warm, the pool built nothing in \
      \(warm.turnsWithoutConstruction) turns. The price is memory: \(warm.counts.mostAlive) maps \
      alive instead of \(fresh.counts.mostAlive).
      """)
  }

  private func saving(_ report: TurnReport, over other: TurnReport) -> String {
    (1 - report.mainThread / other.mainThread).percent
  }
}
