/// From the hash of an id to keys in the order of a list: a map of which a copy costs nothing.
///
/// It stores no ids: two ids may have the same hash, and then the index offers the keys of both,
/// and whoever asks compares the ids. So it need not be generic, and nothing of the user's dies
/// with it.
///
/// A trie over the bits of the hash, the highest first. Nodes that a copy shares are never changed:
/// an edit copies those on its path, and changes those that it owns alone in place. Copies may be
/// used and dropped on different threads at once.
///
/// - Complexity: a look-up and an edit cost O(log *n*), a copy O(1), as long as hashes differ.
@usableFromInline
struct HashIndex: ~Copyable, @unchecked Sendable {  // guard: shared nodes are never changed
  @usableFromInline var root: HashNode?

  /// Makes an index without entries.
  @usableFromInline
  init() {}

  private init(sharing root: HashNode?) {
    root?.retain()
    self.root = root
  }

  // Inlinable, and no more than a call: the end of an index is a part of inlinable code of trees, and
  // the compiler stumbles over a deinit there that it may not look into.
  @inlinable
  deinit {
    Self.release(root)
  }

  @usableFromInline
  static func release(_ root: HashNode?) {
    guard let root, root.loseOwner() else { return }
    var garbage = HashGarbage()
    garbage.add(root)
    garbage.freeOrLeave()
  }

  /// Another index with the same entries.
  @usableFromInline
  borrowing func copy() -> HashIndex {
    HashIndex(sharing: root)
  }

  /// The first key stored for this hash for which the closure says yes.
  ///
  /// - Parameters:
  ///   - hash: the hash of an id.
  ///   - isRight: whether the item with this key has that id. Asked once for most ids, but several
  ///     times where different ids have the same hash.
  /// - Returns: that key, or nil if there is none.
  @usableFromInline
  borrowing func firstKey(for hash: UInt64, where isRight: (UInt64) -> Bool) -> UInt64? {
    guard let leaf = leaf(for: hash) else { return nil }
    guard let offset = leaf.firstOffset(of: hash, where: isRight) else { return nil }
    return leaf.entries[offset].key
  }

  /// Whether there is this entry.
  borrowing func contains(hash: UInt64, key: UInt64) -> Bool {
    leaf(for: hash)?.firstOffset(of: hash) { $0 == key } != nil
  }

  private borrowing func leaf(for hash: UInt64) -> HashNode? {
    guard var node = root else { return nil }
    while !node.isLeaf {
      guard let child = node.children[node.place(of: hash)] else { return nil }
      node = child
    }
    return node
  }
}
