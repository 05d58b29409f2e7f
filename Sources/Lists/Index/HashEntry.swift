/// An entry of a `HashIndex`: the hash of an item's id, and the item's order key.
@usableFromInline
struct HashEntry: Equatable, Sendable {
  /// The hash of the id.
  @usableFromInline var hash: UInt64
  /// The order key.
  @usableFromInline var key: UInt64

  @inlinable
  init(hash: UInt64, key: UInt64) {
    self.hash = hash
    self.key = key
  }

  /// The eight bits of the hash that are stored as a tag in a leaf.
  ///
  /// These are the lowest bits, because the trie uses the highest ones.
  var tag: UInt8 { UInt8(truncatingIfNeeded: hash) }
}
