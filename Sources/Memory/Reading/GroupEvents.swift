/// What has happened to a group for want of memory, as version 2's `memory.events` counts it.
package struct GroupEvents: Sendable, Hashable {
  /// How often it was slowed down because it was above `memory.high`.
  package var high: Int
  /// How often it was about to pass `memory.max`.
  package var max: Int
  /// How often it could not get below `memory.max` by reclaiming.
  package var outOfMemory: Int
  /// How many of its processes the kernel has ended.
  package var killed: Int

  /// Reads the text; nil if none of the counters is in it.
  package init?(parsing text: [UInt8]) {
    let numbers = KeyedNumbers(parsing: text)
    let known = [numbers["high"], numbers["max"], numbers["oom"], numbers["oom_kill"]]
    guard known.contains(where: { $0 != nil }) else { return nil }
    high = known[0] ?? 0
    max = known[1] ?? 0
    outOfMemory = known[2] ?? 0
    killed = known[3] ?? 0
  }

  /// What has happened since an earlier reading: the worst of it, and what level it suggests.
  ///
  /// Nil if nothing has. Counters that fell, because a group was made anew, tell nothing.
  package func change(since earlier: GroupEvents) -> GroupChange? {
    if killed > earlier.killed || outOfMemory > earlier.outOfMemory { return .killed }
    if max > earlier.max { return .atLimit }
    if high > earlier.high { return .slowed }
    return nil
  }
}

/// The worst that has happened to a group between two readings.
package enum GroupChange: Int, Sendable, Hashable, Comparable {
  /// It was slowed down.
  case slowed
  /// It came to its limit.
  case atLimit
  /// It could not stay below its limit: the kernel ends processes.
  case killed

  /// Whether the first is the lesser evil.
  package static func < (one: GroupChange, other: GroupChange) -> Bool {
    one.rawValue < other.rawValue
  }
}
