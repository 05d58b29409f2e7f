/// A hash table of small numbers, which stores only the numbers and their hashes.
///
/// The caller stores what the numbers stand for, and compares it. Growing the table needs no hash
/// again, so that no user code runs then.
@frozen
@usableFromInline
package struct ProbeTable: Sendable {
  /// Each holds a hash in its upper half and the number plus one in its lower half, or is 0, as at
  /// least half of them are; their number is a power of two.
  @usableFromInline var cells: [UInt64]
  @usableFromInline var used = 0

  @inlinable
  package init(expecting expected: Int = 0) {
    var size = 16
    while size < 2 * expected { size *= 2 }
    cells = [UInt64](repeating: 0, count: size)
  }

  @inlinable package var count: Int { used }

  @inlinable package var capacity: Int { cells.count / 2 }

  @inlinable
  @inline(__always)
  package func find(_ hash: UInt32, where isRight: (Int) -> Bool) -> Int? {
    let wanted = UInt64(hash)
    return cells.withUnsafeBufferPointer { cells in
      let mask = cells.count - 1
      var position = Int(hash) & mask
      // This ends: at least one cell is empty.
      while true {
        let cell = cells[position]
        if cell == 0 { return nil }
        if cell >> 32 == wanted {
          let number = Int(cell & 0xFFFF_FFFF) - 1
          if isRight(number) { return number }
        }
        position = (position + 1) & mask
      }
    }
  }

  @usableFromInline
  package mutating func insert(_ number: Int, hash: UInt32) {
    used += 1
    if used > capacity { enlarge() }
    place(UInt64(hash) << 32 | UInt64(number + 1))
  }

  /// Returns false if the table has another number that stands for the same.
  @inlinable
  package mutating func insert(_ number: Int, hash: UInt32, unless isSame: (Int) -> Bool) -> Bool {
    if used == capacity { enlarge() }
    let mask = cells.count - 1
    let wanted = UInt64(hash)
    var position = Int(hash) & mask
    while cells[position] != 0 {
      let cell = cells[position]
      if cell >> 32 == wanted, isSame(Int(cell & 0xFFFF_FFFF) - 1) { return false }
      position = (position + 1) & mask
    }
    cells[position] = wanted << 32 | UInt64(number + 1)
    used += 1
    return true
  }

  @usableFromInline
  package mutating func remove(_ number: Int, hash: UInt32) {
    let mask = cells.count - 1
    let wanted = UInt64(hash) << 32 | UInt64(number + 1)
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
    used -= 1
  }

  private mutating func place(_ cell: UInt64) {
    let mask = cells.count - 1
    var position = Int(cell >> 32) & mask
    while cells[position] != 0 { position = (position + 1) & mask }
    cells[position] = cell
  }

  @usableFromInline
  @inline(never)
  mutating func enlarge() {
    let old = cells
    cells = [UInt64](repeating: 0, count: 2 * old.count)
    for cell in old where cell != 0 { place(cell) }
  }
}
