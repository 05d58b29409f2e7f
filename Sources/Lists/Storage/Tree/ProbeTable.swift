/// A hash table of numbered items, which stores only hashes and numbers.
@frozen
@usableFromInline
struct ProbeTable {
  /// The upper half of a hash, and a number counted from 1; 0 marks a free cell.
  @usableFromInline var cells: [UInt64]
  @usableFromInline var used = 0

  @inlinable
  init(expecting expected: Int) {
    cells = Array(repeating: 0, count: Self.size(for: expected))
  }

  /// Returns a power of two that leaves half of the cells free.
  @inlinable
  static func size(for count: Int) -> Int {
    var size = 16
    while size < 2 * count { size *= 2 }
    return size
  }

  /// Inserts a number below 2³², unless `isSame` identifies it with a number that has the same
  /// hash.
  @inlinable
  mutating func insert(_ hash: UInt64, _ number: Int, isSame: (Int) -> Bool) -> Bool {
    if 2 * (used + 1) > cells.count { grow() }
    let mixed = Self.mix(hash)
    var cell = Self.start(of: mixed, in: cells.count)
    while cells[cell] != 0 {
      if Self.agree(cells[cell], mixed), isSame(Self.number(in: cells[cell])) { return false }
      cell = (cell + 1) & (cells.count - 1)
    }
    cells[cell] = mixed & ~0xFFFF_FFFF | UInt64(UInt32(number + 1))
    used += 1
    return true
  }

  /// Returns the number with this hash for which `isSame` returns true.
  @inlinable
  func find(_ hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let mixed = Self.mix(hash)
    var cell = Self.start(of: mixed, in: cells.count)
    while cells[cell] != 0 {
      let number = Self.number(in: cells[cell])
      if Self.agree(cells[cell], mixed), isSame(number) { return number }
      cell = (cell + 1) & (cells.count - 1)
    }
    return nil
  }

  @inlinable
  mutating func grow() {
    let old = cells
    cells = Array(repeating: 0, count: old.count * 2)
    for content in old where content != 0 {
      var cell = Self.start(of: content, in: cells.count)
      while cells[cell] != 0 { cell = (cell + 1) & (cells.count - 1) }
      cells[cell] = content
    }
  }

  /// The cell depends only on the upper half of the hash, which is stored: so growing the table
  /// needs no hash again.
  @inlinable
  @inline(__always)
  static func start(of mixed: UInt64, in size: Int) -> Int {
    Int(truncatingIfNeeded: mixed >> 32) & (size - 1)
  }

  @inlinable
  @inline(__always)
  static func mix(_ hash: UInt64) -> UInt64 { hash &* 0x9E37_79B9_7F4A_7C15 }

  @inlinable
  @inline(__always)
  static func agree(_ content: UInt64, _ mixed: UInt64) -> Bool { (content ^ mixed) >> 32 == 0 }

  @inlinable
  @inline(__always)
  static func number(in content: UInt64) -> Int {
    Int(truncatingIfNeeded: content & 0xFFFF_FFFF) - 1
  }
}
