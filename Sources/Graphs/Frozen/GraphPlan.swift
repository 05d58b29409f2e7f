/// The order in which ready steps of a small graph begin.
///
/// Asynchronous steps come first: while they await, their worker is free. Then whatever the aim
/// waits for; then by the time on the longest way from a step's begin to the end of all, the
/// longest first; among equals in the order of definition.
final class GraphPlan: Sendable {
  /// The milestone that somebody waits for.
  let aim: UInt32?
  /// The steps in their order.
  let steps: [UInt32]
  /// For each step its place in the order.
  let places: [Int32]
  /// How many places belong to asynchronous steps; these are the first.
  let asynchronousCount: Int

  /// Reckons the order.
  ///
  /// - Parameters:
  ///   - store: the graph.
  ///   - lengths: how long each step takes, in any unit.
  ///   - aim: a milestone that somebody waits for.
  init(_ store: GraphStore, lengths: [Int64], aim: UInt32?) {
    self.aim = aim
    let order = store.topologicalOrder()
    var ways = lengths
    var isAimed = Array(repeating: false, count: store.count)
    if let aim { isAimed[Int(aim)] = true }
    for index in order.reversed() {
      var way: Int64 = 0
      for edge in store.successorRange(of: index) {
        let successor = Int(store.successors[edge])
        way = Swift.max(way, ways[successor])
        if isAimed[successor] { isAimed[index] = true }
      }
      ways[index] = lengths[index] &+ way
    }
    let isAsynchronous = (0..<store.count).map { store.nodes[$0].kind.holdsAsynchronousBody }
    let sorted = (0..<store.count).sorted { left, right in
      if isAsynchronous[left] != isAsynchronous[right] { return isAsynchronous[left] }
      if isAimed[left] != isAimed[right] { return isAimed[left] }
      return ways[left] != ways[right] ? ways[left] > ways[right] : left < right
    }
    var places: [Int32] = Array(repeating: 0, count: store.count)
    for (place, step) in sorted.enumerated() { places[step] = Int32(place) }
    self.places = places
    steps = sorted.map { UInt32($0) }
    asynchronousCount = isAsynchronous.count { $0 }
  }
}
