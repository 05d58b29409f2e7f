/// The order in which ready steps of a small graph start.
///
/// Asynchronous steps come first, because their worker is free while they await. Next come the
/// steps that the target waits for, then the rest by the time on the longest path from a step's
/// start to the end of the run, longest first. Ties keep the order of definition.
final class StartOrder: @unchecked Sendable {  // guard: the memory never changes after `init`
  let target: UInt32?
  let steps: UnsafeMutablePointer<UInt32>
  let places: UnsafeMutablePointer<Int32>
  /// They occupy the first places.
  let asynchronousCount: Int

  /// `previous` is the order of the last run, which is nearly the new one.
  init(
    _ store: GraphStore, lengths: [Int64]?, target: UInt32?, after previous: StartOrder? = nil
  ) {
    self.target = target
    steps = .allocate(capacity: Swift.max(store.count, 1))
    places = .allocate(capacity: Swift.max(store.count, 1))
    if let lengths {
      asynchronousCount = Self.sort(
        store, lengths: lengths, target: target, after: previous, into: steps)
    } else {
      asynchronousCount = 0
      Self.sortByLevel(store, into: steps)
    }
    for place in 0..<store.count { places[Int(steps[place])] = Int32(truncatingIfNeeded: place) }
  }

  deinit {
    steps.deallocate()
    places.deallocate()
  }

  /// For equally long synchronous steps: a counting sort by the steps on the longest path.
  private static func sortByLevel(_ store: GraphStore, into steps: UnsafeMutablePointer<UInt32>) {
    var highest: Int32 = 0
    for source in store.sources { highest = Swift.max(highest, store.levels[Int(source)]) }
    // The next place of each level, the highest level first.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Int(highest) + 1) { next in
      next.initialize(repeating: 0)
      for index in 0..<store.count { next[Int(highest - store.levels[index])] += 1 }
      var place: Int32 = 0
      for level in next.indices {
        let count = next[level]
        next[level] = place
        place += count
      }
      for index in 0..<store.count {
        let level = Int(highest - store.levels[index])
        steps[Int(next[level])] = UInt32(truncatingIfNeeded: index)
        next[level] += 1
      }
    }
  }

  private static var longest: Int64 { 1 << 61 - 1 }

  /// By kind, target and remaining time; returns the number of asynchronous steps.
  private static func sort(
    _ store: GraphStore, lengths: [Int64], target: UInt32?, after previous: StartOrder?,
    into steps: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var remaining = lengths
    var leadsToTarget = Array(repeating: false, count: target == nil ? 0 : store.count)
    if let target { leadsToTarget[Int(target)] = true }
    var asynchronousCount = 0
    // The lowest key first; its upper two bits are the group.
    var keys: [(key: UInt64, step: UInt32)] = Array(repeating: (0, 0), count: store.count)
    func visit(_ index: Int) {
      var longest: Int64 = 0
      var isNeeded = target != nil && leadsToTarget[index]
      for edge in store.successorRange(of: index) {
        let successor = Int(store.successors[edge])
        longest = Swift.max(longest, remaining[successor])
        if target != nil, leadsToTarget[successor] { isNeeded = true }
      }
      if isNeeded { leadsToTarget[index] = true }
      let total = Swift.min(lengths[index] &+ longest, Self.longest)
      remaining[index] = total
      let isAsynchronous = store.nodes[index].kind.holdsAsynchronousBody
      if isAsynchronous { asynchronousCount += 1 }
      let group: UInt64 = (isAsynchronous ? 0 : 2) + (isNeeded ? 0 : 1)
      // Sorting takes linear time if the steps are in order already.
      let place = previous.map { Int($0.places[index]) } ?? index
      keys[place] = (group << 62 | UInt64(Self.longest - total), UInt32(truncatingIfNeeded: index))
    }
    if store.isForward {
      for index in (0..<store.count).reversed() { visit(index) }
    } else {
      for index in store.topologicalOrder().reversed() { visit(index) }
    }
    keys.sort { $0.key != $1.key ? $0.key < $1.key : $0.step < $1.step }
    for place in 0..<store.count { steps[place] = keys[place].step }
    return asynchronousCount
  }
}
