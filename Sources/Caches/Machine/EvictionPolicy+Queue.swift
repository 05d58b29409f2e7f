extension EvictionPolicy {
  /// A linked list of slots in insertion order, oldest first.
  ///
  /// The links are stored in the records.
  struct Queue: Sendable {
    private(set) var oldest: Int32 = EvictionPolicy.none
    private var newest: Int32 = EvictionPolicy.none
    private(set) var count = 0
    private(set) var bytes = 0

    mutating func append(_ slot: Int, _ records: inout [Record]) {
      records[slot].older = newest
      records[slot].newer = EvictionPolicy.none
      if newest == EvictionPolicy.none {
        oldest = Int32(slot)
      } else {
        records[Int(newest)].newer = Int32(slot)
      }
      newest = Int32(slot)
      count += 1
      bytes += records[slot].bytes
    }

    mutating func remove(_ slot: Int, _ records: inout [Record]) {
      let (older, newer) = (records[slot].older, records[slot].newer)
      if older == EvictionPolicy.none {
        oldest = newer
      } else {
        records[Int(older)].newer = newer
      }
      if newer == EvictionPolicy.none {
        newest = older
      } else {
        records[Int(newer)].older = older
      }
      count -= 1
      bytes -= records[slot].bytes
    }

    /// The slots from the oldest to the newest.
    func slots(_ records: [Record]) -> [Int] {
      var slots: [Int] = []
      var slot = oldest
      while slot != EvictionPolicy.none {
        slots.append(Int(slot))
        slot = records[Int(slot)].newer
      }
      return slots
    }
  }
}
