/// The order in which ready steps of a small graph start.
///
/// Asynchronous steps come first, because their worker is free while they await. Next come the
/// steps that the target waits for, then the rest by the time on the longest path from a step's
/// start to the end of the run, longest first. Ties keep the order of definition.
final class StartOrder: Sendable {
  /// The milestone that the caller awaits.
  let target: UInt32?
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
  ///   - target: The milestone that the caller awaits.
  init(_ store: GraphStore, lengths: [Int64], target: UInt32?) {
    self.target = target
    var remaining = lengths
    var leadsToTarget = Array(repeating: false, count: store.count)
    if let target { leadsToTarget[Int(target)] = true }
    for index in store.topologicalOrder().reversed() {
      var longest: Int64 = 0
      for edge in store.successorRange(of: index) {
        let successor = Int(store.successors[edge])
        longest = Swift.max(longest, remaining[successor])
        if leadsToTarget[successor] { leadsToTarget[index] = true }
      }
      remaining[index] = lengths[index] &+ longest
    }
    let isAsynchronous = (0..<store.count).map { store.nodes[$0].kind.holdsAsynchronousBody }
    let sorted = (0..<store.count).sorted { left, right in
      if isAsynchronous[left] != isAsynchronous[right] { return isAsynchronous[left] }
      if leadsToTarget[left] != leadsToTarget[right] { return leadsToTarget[left] }
      return remaining[left] != remaining[right] ? remaining[left] > remaining[right] : left < right
    }
    var places: [Int32] = Array(repeating: 0, count: store.count)
    for (place, step) in sorted.enumerated() { places[step] = Int32(place) }
    self.places = places
    steps = sorted.map { UInt32($0) }
    asynchronousCount = isAsynchronous.count { $0 }
  }
}

/// The ready steps of a small graph as a bit set over their places in the order.
struct ReadySet {
  private var words: [UInt64]
  private(set) var isEmpty = true

  /// - Parameter count: The number of places.
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  /// The lowest place in the set, or `nil` if it is empty.
  var first: Int? {
    if isEmpty { return nil }
    for (index, word) in words.enumerated() where word != 0 {
      return index * 64 + word.trailingZeroBitCount
    }
    return nil
  }

  mutating func insert(_ place: Int) {
    words[place / 64] |= 1 << UInt64(place % 64)
    isEmpty = false
  }

  mutating func remove(_ place: Int) {
    words[place / 64] &= ~(1 << UInt64(place % 64))
    isEmpty = words.allSatisfy { $0 == 0 }
  }
}
