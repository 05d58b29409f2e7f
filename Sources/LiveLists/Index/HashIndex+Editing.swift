extension HashIndex {
  /// Adds an entry.
  ///
  /// There may be others with the same hash.
  @usableFromInline
  mutating func insert(hash: UInt64, key: UInt64) {
    withUnsafeMutablePointer(to: &root) { root in
      var path = HashPath(root: root)
      path.insert(HashEntry(hash: hash, key: key))
      path.end()
    }
  }

  /// Removes exactly this entry, which must be there.
  @usableFromInline
  mutating func remove(hash: UInt64, key: UInt64) {
    withUnsafeMutablePointer(to: &root) { root in
      var path = HashPath(root: root)
      path.remove(HashEntry(hash: hash, key: key))
      path.end()
    }
  }

  /// Gives exactly this entry, which must be there, another key.
  @usableFromInline
  mutating func rekey(hash: UInt64, from oldKey: UInt64, to newKey: UInt64) {
    withUnsafeMutablePointer(to: &root) { root in
      var path = HashPath(root: root)
      path.rekey(HashEntry(hash: hash, key: oldKey), to: newKey)
      path.end()
    }
  }
}
