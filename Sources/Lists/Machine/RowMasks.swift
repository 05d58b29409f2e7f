/// Some rows of a version, as one bit for each row.
///
/// Testing a row sets a bit without a branch, and rebuilding a list skips the leaves without bits.
@usableFromInline
struct RowMasks {
  /// For each leaf, in order, its bits, beginning with the lowest, and its number of rows.
  ///
  /// A leaf has at most 64 rows, see ``TreeShape/standard(for:)``.
  @usableFromInline var leaves: [(mask: UInt64, rows: Int)] = []
  /// The number of rows whose bit is set.
  @usableFromInline var count = 0

  /// Tests all rows, in order.
  @inlinable
  init<Element: Identifiable & Sendable, Failure: Error>(
    of version: ListVersion<Element>, where isRight: (Element) throws(Failure) -> Bool
  ) throws(Failure) where Element.ID: Sendable {
    defer { withExtendedLifetime(version) {} }
    leaves.reserveCapacity(version.tree.count / (version.tree.shape.leaf / 2))
    var cursor = version.tree.cursor()
    while let chunk = cursor.nextChunk() {
      var mask: UInt64 = 0
      for slot in 0..<chunk.count {
        mask |= (try isRight(chunk[slot]) ? 1 : 0) &<< UInt64(slot)
      }
      leaves.append((mask, chunk.count))
      count += mask.nonzeroBitCount
    }
  }

  /// The positions of the rows whose bit is set, ascending.
  @usableFromInline var positions: [Int] {
    var result: [Int] = []
    result.reserveCapacity(count)
    var start = 0
    for (mask, rows) in leaves {
      var rest = mask
      while rest != 0 {
        result.append(start + rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
      start += rows
    }
    return result
  }

  /// Leaves out the rows of the same version whose bit is set; all others stay.
  @inlinable
  func drop<Element>(
    from rebuilder: inout TreeRebuilder<Element>, into removed: inout [Element]
  ) {
    var kept = 0
    for (mask, rows) in leaves {
      guard mask != 0 else {
        kept += rows
        continue
      }
      if kept > 0 { rebuilder.keep(kept) }
      kept = 0
      rebuilder.drop(slotsIn: mask, into: &removed)
    }
    if kept > 0 { rebuilder.keep(kept) }
  }
}
