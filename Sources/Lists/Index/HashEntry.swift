/// What a `HashIndex` stores of one item: the hash of its id, and its key in the order of the list.
@usableFromInline
struct HashEntry: Equatable, Sendable {
  /// The hash of the item's id.
  @usableFromInline var hash: UInt64
  /// The item's key in the order of the list.
  @usableFromInline var key: UInt64

  @inlinable
  init(hash: UInt64, key: UInt64) {
    self.hash = hash
    self.key = key
  }

  /// The eight bits of the hash that stand in a leaf's row of tags.
  ///
  /// The lowest, because the trie has used up the highest.
  var tag: UInt8 { UInt8(truncatingIfNeeded: hash) }
}
