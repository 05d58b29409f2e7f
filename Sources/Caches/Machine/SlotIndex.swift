/// Finds slots by hash.
///
/// A hash table that holds numbers only; the caller compares the keys. So no user code runs when it
/// grows, and hashes are computed before the lock is taken.
@usableFromInline
struct SlotIndex: Sendable {
  /// Each cell holds a hash in its upper half and the slot plus one in its lower half, or 0.
  ///
  /// At least half of the cells are 0.
  @usableFromInline var cells: [UInt64]
  private(set) var count = 0

  private static var fewest: Int { 16 }

  init() { cells = [UInt64](repeating: 0, count: Self.fewest) }

  /// Returns the slot with this hash for which `isRight` returns true.
  @inlinable
  @inline(__always)
  func slot(_ hash: UInt32, where isRight: (Int) -> Bool) -> Int? {
    let wanted = UInt64(hash)
    return cells.withUnsafeBufferPointer { cells in
      let mask = cells.count - 1
      var position = Int(hash) & mask
      // This ends: at least one cell is empty.
      while true {
        let cell = cells[position]
        if cell == 0 { return nil }
        if cell >> 32 == wanted {
          let slot = Int(cell & 0xFFFF_FFFF) - 1
          if isRight(slot) { return slot }
        }
        position = (position + 1) & mask
      }
    }
  }

  /// Adds a slot that is not in the table.
  @usableFromInline
  mutating func insert(_ slot: Int, hash: UInt32) {
    count += 1
    if 2 * count > cells.count { enlarge() }
    place(UInt64(hash) << 32 | UInt64(slot + 1))
  }

  /// Removes a slot that is in the table.
  @usableFromInline
  mutating func remove(_ slot: Int, hash: UInt32) {
    let mask = cells.count - 1
    let wanted = UInt64(hash) << 32 | UInt64(slot + 1)
    var hole = Int(hash) & mask
    while cells[hole] != wanted { hole = (hole + 1) & mask }
    // Cells displaced past the hole move up, so that no search ends too early.
    var position = (hole + 1) & mask
    while cells[position] != 0 {
      let home = Int(cells[position] >> 32) & mask
      if (position - home) & mask >= (position - hole) & mask {
        cells[hole] = cells[position]
        hole = position
      }
      position = (position + 1) & mask
    }
    cells[hole] = 0
    count -= 1
  }

  private mutating func place(_ cell: UInt64) {
    let mask = cells.count - 1
    var position = Int(cell >> 32) & mask
    while cells[position] != 0 { position = (position + 1) & mask }
    cells[position] = cell
  }

  private mutating func enlarge() {
    let old = cells
    cells = [UInt64](repeating: 0, count: 2 * old.count)
    for cell in old where cell != 0 { place(cell) }
  }
}
