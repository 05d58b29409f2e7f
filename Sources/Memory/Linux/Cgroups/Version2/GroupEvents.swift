package struct GroupEvents: Sendable, Hashable {
  /// How often it was throttled because it was above `memory.high`.
  package var high: Int
  /// How often it was about to exceed `memory.max`.
  package var max: Int
  /// How often reclaiming could not bring it below `memory.max`.
  package var outOfMemory: Int
  package var killed: Int

  package init?(parsing text: [UInt8]) {
    let numbers = KeyedNumbers(parsing: text)
    let known = [numbers["high"], numbers["max"], numbers["oom"], numbers["oom_kill"]]
    guard known.contains(where: { $0 != nil }) else { return nil }
    high = known[0] ?? 0
    max = known[1] ?? 0
    outOfMemory = known[2] ?? 0
    killed = known[3] ?? 0
  }

  /// The worst event since then; counters that fell, because the cgroup was created anew, are
  /// ignored.
  package func change(since earlier: GroupEvents) -> GroupChange? {
    if killed > earlier.killed || outOfMemory > earlier.outOfMemory { return .killed }
    if max > earlier.max { return .atLimit }
    if high > earlier.high { return .slowed }
    return nil
  }
}

package enum GroupChange: Int, Sendable, Hashable, Comparable {
  case slowed
  case atLimit
  case killed

  package static func < (one: GroupChange, other: GroupChange) -> Bool {
    one.rawValue < other.rawValue
  }
}
