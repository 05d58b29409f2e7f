/// What a map costs on this machine.
struct MapCosts: Sendable {
  /// Making one.
  let construction: Duration
  /// Drawing one branch.
  let rendering: Duration

  /// How much of a new map's cost is drawing.
  var shareOfRendering: Double { rendering / (construction + rendering) }

  /// Makes and draws a few, and takes the medians.
  @MainActor
  static func measured(in city: City, size: MapSize, rounds: Int = 9) -> MapCosts {
    let clock = ContinuousClock()
    let atlas = Atlas(of: city, size: size)
    var constructions: [Duration] = []
    var renderings: [Duration] = []
    for round in 0..<rounds {
      var map: BranchMap?
      constructions.append(clock.measure { map = BranchMap(from: atlas) })
      let branch = city.branches[round % city.branches.count]
      renderings.append(clock.measure { map?.show(branch) })
    }
    return MapCosts(
      construction: constructions.sorted()[rounds / 2], rendering: renderings.sorted()[rounds / 2])
  }
}
