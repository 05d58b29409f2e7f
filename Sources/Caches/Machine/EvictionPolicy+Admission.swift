internal import StageFloor

extension EvictionPolicy {
  static var firstShare: Double { 0.1 }
  /// The upper limit is below 1, so that its part of `Int.max` is an `Int`.
  static var shares: ClosedRange<Double> { 0.01...0.99 }
  /// How many times more a return from the main queue counts than one from the small queue.
  ///
  /// Entries evicted from the small queue return frequently, however long it is: that is how many
  /// get into the main queue. Measured: less than 3 lets the small queue grow where frequency
  /// matters; more than 6 keeps it short where recency matters.
  static var mainWeight: Double { 4 }

  /// Chooses the queue, once for each insertion and before ``victim(toFit:)``, and learns from
  /// returns.
  ///
  /// An evicted entry that returns joins the main queue if there is room, or if the entry that
  /// would have to go for it has been unused for longer. Then the queue that it left was too short.
  /// So while the cache is full, such a return moves the border between the queues, as in ARC: by
  /// its weight, or ``mainWeight`` times its weight if it was evicted from the main queue.
  ///
  /// If the main queue holds nothing colder, the entry is part of a loop longer than the capacity,
  /// for example. A longer small queue would not help, and it becomes one entry shorter, or by the
  /// weight of an entry that the main queue evicted: while all requests hit, nothing ages, and then
  /// entries that a scan drove out are no warmer than those that it left.
  @usableFromInline
  mutating func queue(forNew bytes: Int, hash: UInt32) -> Place {
    guard let returning = ghost.recall(hash, among: count) else { return .small }
    let isFull = !hasRoom(for: bytes)
    let joins = hasMainRoom(for: bytes) || isMainColder(than: now &- returning.used)
    if isFull {
      switch (returning.origin, joins) {
      case (.small, true): moveBorder(by: returning.weight)
      case (.small, false): moveBorder(by: -1)
      case (.main, true): moveBorder(by: -Self.mainWeight * returning.weight)
      case (.main, false): moveBorder(by: -returning.weight)
      }
    }
    return joins ? .main : .small
  }

  func hasRoom(for bytes: Int) -> Bool {
    // No overflow: neither is more than the limit.
    self.bytes <= maximumBytes - bytes && count < maximumCount
  }

  func smallPart(of limit: Int) -> Int { Int(Double(limit) * smallShare) }

  private func hasMainRoom(for bytes: Int) -> Bool {
    main.count == 0
      || main.bytes <= maximumBytes - smallPart(of: maximumBytes) - bytes
        && main.count < maximumCount - max(smallPart(of: maximumCount), 1)
  }

  /// If not, the next victim gets another round, so that the next call asks about another one.
  private mutating func isMainColder(than age: UInt32) -> Bool {
    // This ends: each round but the last takes a hit from an entry.
    while let slot = main.slots.first {
      let hits = records[slot].hits
      if hits == 0, now &- records[slot].used > age { return true }
      leave(slot)
      join(.main, slot)
      if hits == 0 { return false }
      records[slot].hits = hits - 1
    }
    return false
  }

  private mutating func moveBorder(by entries: Double) {
    let share = smallShare + entries / Double(max(count, 1))
    smallShare = min(max(share, Self.shares.lowerBound), Self.shares.upperBound)
  }
}
