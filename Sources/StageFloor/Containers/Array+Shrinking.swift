extension Array {
  /// Removes the elements from `count` on, and frees the memory that only they needed.
  @inlinable
  package mutating func shrink(to count: Int) {
    guard self.count > count else { return }
    removeLast(self.count - count)
    releaseSpareCapacity()
  }

  /// Moves the elements to a smaller buffer if most of this one is unused.
  @inlinable
  package mutating func releaseSpareCapacity() {
    guard capacity > 256, count < capacity / 8 else { return }
    var smaller: [Element] = []
    smaller.reserveCapacity(count * 2)
    smaller.append(contentsOf: self)
    self = smaller
  }
}
