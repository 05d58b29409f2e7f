extension LaunchPlan {
  /// The duration of a list schedule with `cores` that always takes the ready step with the longest
  /// path to the end.
  ///
  /// Of the steps of the main thread only one runs at a time; it may do so on any core.
  func listSchedule(cores: Int) -> Int {
    let ways = longestWays
    var ends: [Int?] = Array(repeating: nil, count: steps.count)
    var running: Set<Int> = []
    var now = 0
    while true {
      // A node that ends now frees its core first.
      running = running.filter { ends[$0]! > now }
      let ready = steps.indices
        .filter { step in
          ends[step] == nil && predecessors[step].allSatisfy { (ends[$0] ?? .max) <= now }
        }
        .sorted { ways[$0] > ways[$1] }
      for step in ready where running.count < cores {
        if steps[step].isOnMain, running.contains(where: { steps[$0].isOnMain }) { continue }
        ends[step] = now + steps[step].microseconds
        running.insert(step)
      }
      guard let next = running.compactMap({ ends[$0] }).min() else { return now }
      now = next
    }
  }

  /// The longest path from each step's start to the end of all.
  private var longestWays: [Int] {
    var ways = steps.map(\.microseconds)
    for step in steps.indices.reversed() {
      for before in predecessors[step] {
        ways[before] = max(ways[before], steps[before].microseconds + ways[step])
      }
    }
    return ways
  }
}
