internal import StageFloor

extension EvictionPolicy {
  /// Numbers the slots anew, without free ones, in tables of the size that the entries need.
  ///
  /// `move` receives the former and the new number of each slot. Nothing is evicted or forgotten,
  /// and the order of the entries is unchanged.
  ///
  /// Returns the former tables, for the caller to destroy.
  mutating func compact(_ move: (_ former: Int, _ slot: Int) -> Void) -> EvictionPolicy {
    let former = self
    records = []
    records.reserveCapacity(2 * former.count)
    links = IndexLinks()
    small = Queue()
    main = Queue()
    freeSlot = nil
    for (place, slots) in [(Place.small, former.small.slots), (.main, former.main.slots)] {
      var next = slots.first
      while let slot = next {
        next = former.links.index(after: slot)
        move(slot, records.count)
        records.append(former.records[slot])
        join(place, records.count - 1)
      }
    }
    ghost.compact(for: count)
    return former
  }
}
