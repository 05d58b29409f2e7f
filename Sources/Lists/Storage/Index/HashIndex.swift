/// A map from the hashes of ids to order keys, with copies in constant time.
///
/// The index stores no ids. Two ids may have the same hash; the index then returns the keys of
/// both, and the caller compares the ids. So the index need not be generic, and destroying it runs
/// no user code.
///
/// It is a trie over the bits of the hash, the highest first. Shared nodes are never changed: an
/// edit copies the shared nodes on its path, and changes unique ones in place. Copies may be used
/// and destroyed on different threads concurrently. A look-up and an edit take O(log *n*), a copy
/// O(1), as long as hashes differ.
@usableFromInline
struct HashIndex: ~Copyable, @unchecked Sendable {  // guard: shared nodes are never changed
  @usableFromInline var root: HashNode?

  @usableFromInline
  init() {}

  private init(sharing root: HashNode?) {
    root?.retain()
    self.root = root
  }

  // Inlinable, and only a call: destroying an index is part of inlinable code of trees, where the
  // compiler fails on a deinitializer that it cannot see.
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

  @usableFromInline
  borrowing func copy() -> HashIndex {
    HashIndex(sharing: root)
  }

  /// `isRight` is called once for most ids, and several times if different ids have the same hash.
  @inlinable
  @inline(__always)
  borrowing func firstKey(for hash: UInt64, where isRight: (UInt64) -> Bool) -> UInt64? {
    guard let leaf = leaf(for: hash) else { return nil }
    guard let offset = leaf.firstOffset(of: hash, where: isRight) else { return nil }
    return leaf.entries[offset].key
  }

  borrowing func contains(hash: UInt64, key: UInt64) -> Bool {
    leaf(for: hash)?.firstOffset(of: hash) { $0 == key } != nil
  }

  @inlinable
  @inline(__always)
  borrowing func leaf(for hash: UInt64) -> HashNode? {
    guard var node = root else { return nil }
    // The depth of each branch is known, so that it need not be read.
    var rest = hash
    while !node.isLeaf {
      let place = Int(truncatingIfNeeded: rest &>> UInt64(64 - HashNode.bitsPerBranch))
      guard let child = node.children[place] else { return nil }
      node = child
      rest &<<= UInt64(HashNode.bitsPerBranch)
    }
    return node
  }
}

@usableFromInline
struct HashEntry: Equatable, Sendable {
  @usableFromInline var hash: UInt64
  @usableFromInline var key: UInt64

  @inlinable
  init(hash: UInt64, key: UInt64) {
    self.hash = hash
    self.key = key
  }

  /// What a leaf stores of the hash: the lowest bits, because the trie uses the highest ones.
  @inlinable var tag: UInt8 { UInt8(truncatingIfNeeded: hash) }
}
