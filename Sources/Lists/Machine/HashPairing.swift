internal import StageFloor

/// Pairs equal hashes of two sequences.
///
/// A hash table of a million entries is not in the processor's cache, and each look-up waits for
/// memory. So the hashes are first distributed to groups by their highest bits, in one pass, and
/// each group has a table that remains in the cache.
@usableFromInline
enum HashPairing {
  private struct Entry {
    let hash: UInt64
    let number: Int32
  }

  /// Returns for each new hash the number of the equal old one, or -1; nil if two hashes of one
  /// sequence are equal; `unpaired` is called in the order of the highest bits.
  @usableFromInline
  static func partners(
    of new: [UInt64], among old: [UInt64], unpaired: (Int) -> Void
  ) -> [Int]? {
    let total = old.count + new.count
    var bits = 0
    while bits < 11, total >> bits > 1024 { bits += 1 }
    var partners = Array(repeating: -1, count: new.count)
    let arePaired = withUnsafeTemporaryAllocation(of: Entry.self, capacity: total) { entries in
      let ends = distribute(old, new, by: bits, into: entries)
      var table: [Int32] = []
      var start = 0
      for end in ends {
        let group = UnsafeMutableBufferPointer(rebasing: entries[start..<end])
        start = end
        guard pair(group, olds: old.count, &table, &partners, unpaired) else { return false }
      }
      return true
    }
    return arePaired ? partners : nil
  }

  /// Sorts all hashes by their highest bits, the old ones first; returns where each group ends.
  private static func distribute(
    _ old: [UInt64], _ new: [UInt64], by bits: Int,
    into entries: UnsafeMutableBufferPointer<Entry>
  ) -> [Int] {
    // A shift by all 64 bits gives 0.
    let shift = UInt64(64 - bits)
    var next = Array(repeating: 0, count: 1 << bits)
    for hash in old { next[Int(hash >> shift)] += 1 }
    for hash in new { next[Int(hash >> shift)] += 1 }
    var start = 0
    for group in next.indices { (next[group], start) = (start, start + next[group]) }
    func add(_ hashes: [UInt64], from first: Int) {
      for (number, hash) in hashes.enumerated() {
        let group = Int(hash >> shift)
        entries.initializeElement(
          at: next[group], to: Entry(hash: hash, number: Int32(first + number)))
        next[group] += 1
      }
    }
    add(old, from: 0)
    add(new, from: old.count)
    return next
  }

  private static func pair(
    _ entries: UnsafeMutableBufferPointer<Entry>, olds: Int, _ table: inout [Int32],
    _ partners: inout [Int], _ unpaired: (Int) -> Void
  ) -> Bool {
    var size = 16
    while size < 2 * entries.count { size *= 2 }
    if table.count < size { table = Array(repeating: -1, count: size) }
    return table.withUnsafeMutableBufferPointer { cells in
      cells[..<size].update(repeating: -1)
      for (index, entry) in entries.enumerated() {
        let number = Int(entry.number)
        var cell = Int(ProbeTable.shortened(entry.hash)) & (size - 1)
        while cells[cell] >= 0, entries[Int(cells[cell])].hash != entry.hash {
          cell = (cell + 1) & (size - 1)
        }
        if cells[cell] < 0 {
          if number >= olds { unpaired(number - olds) }
        } else {
          let partner = Int(entries[Int(cells[cell])].number)
          if number < olds || partner >= olds { return false }
          partners[number - olds] = partner
        }
        // A second new hash finds this one.
        cells[cell] = Int32(index)
      }
      return true
    }
  }
}
