/// The order in which ready steps of a small graph start.
///
/// Asynchronous steps come first, because their worker is free while they await. Next come the
/// steps that the aim waits for, then the rest by the time on the longest path from a step's start
/// to the end of the run, longest first. Ties keep the order of definition.
final class GraphPlan: Sendable {
  /// The milestone that the caller awaits.
  let aim: UInt32?
  /// The steps in their order.
  let steps: [UInt32]
  /// The place of each step in the order.
  let places: [Int32]
  /// The number of asynchronous steps, which occupy the first places.
  let asynchronousCount: Int

  /// Computes the order.
  ///
  /// - Parameters:
  ///   - store: The graph.
  ///   - lengths: The duration of each step, in any unit.
  ///   - aim: The milestone that the caller awaits.
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
