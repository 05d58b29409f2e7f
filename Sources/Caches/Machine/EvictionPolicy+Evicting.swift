internal import StageFloor

extension EvictionPolicy {
  /// Call it until it returns nil; the slot's record can be read until the next insertion.
  @usableFromInline
  mutating func victim(toFit bytes: Int) -> Int? {
    guard !hasRoom(for: bytes) else { return nil }
    return evict(
      smallBytes: smallPart(of: maximumBytes), smallCount: smallPart(of: maximumCount),
      hitsToStay: Self.hitsToStay, isRemembered: true)
  }

  /// The capacity of the small queue shrinks accordingly; the caller decides when enough is
  /// evicted.
  mutating func victim(toShrinkTo bytes: Int) -> Int? {
    // One hit is enough to stay, because entries without any must be evicted first: here they are
    // all candidates, not only the oldest. Nothing is remembered when the cache is emptied: that
    // would take memory just when the last of it is to be freed.
    // And the small queue keeps at most its first share: however long recency has made it, its
    // entries without hits are colder than those of the main queue.
    evict(
      smallBytes: Int(Double(bytes) * min(smallShare, Self.firstShare)), smallCount: .max,
      hitsToStay: 1, isRemembered: bytes > 0)
  }

  private mutating func evict(
    smallBytes: Int, smallCount: Int, hitsToStay: UInt32, isRemembered: Bool
  ) -> Int? {
    // This ends: each round evicts an entry, or takes at least one hit from one.
    while count > 0 {
      let isSmallFull =
        small.count > 0 && (small.bytes >= smallBytes || small.count >= max(smallCount, 1))
      let place: Place = isSmallFull || main.count == 0 ? .small : .main
      guard let slot = place == .small ? small.slots.first : main.slots.first else { break }
      let hits = records[slot].hits
      leave(slot)
      if place == .small, hits >= hitsToStay {
        records[slot].hits = 0
        join(.main, slot)
      } else if place == .main, hits > 0 {
        records[slot].hits = hits - 1
        join(.main, slot)
      } else {
        if isRemembered {
          ghost.remember(
            records[slot].hash, from: place == .small ? .small : .main, used: records[slot].used,
            among: count + 1)
        }
        links.push(slot, onto: &freeSlot)
        return slot
      }
    }
    return nil
  }
}
