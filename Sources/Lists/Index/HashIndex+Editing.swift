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
  ///
  /// - Parameters:
  ///   - hash: the hash of the entry.
  ///   - key: its key.
  ///   - missing: says why there is no such entry, if it is not this package's mistake.
  @usableFromInline
  mutating func remove(
    hash: UInt64, key: UInt64,
    missing: () -> Never = { preconditionFailure("The index has no such entry.") }
  ) {
    withUnsafeMutablePointer(to: &root) { root in
      var path = HashPath(root: root)
      path.remove(HashEntry(hash: hash, key: key), missing)
      path.end()
    }
  }

  /// Gives exactly this entry, which must be there, another key.
  ///
  /// - Parameters:
  ///   - hash: the hash of the entry.
  ///   - oldKey: its key.
  ///   - newKey: the key that it has from now on.
  ///   - missing: says why there is no such entry, if it is not this package's mistake.
  @usableFromInline
  mutating func rekey(
    hash: UInt64, from oldKey: UInt64, to newKey: UInt64,
    missing: () -> Never = { preconditionFailure("The index has no such entry.") }
  ) {
    withUnsafeMutablePointer(to: &root) { root in
      var path = HashPath(root: root)
      path.rekey(HashEntry(hash: hash, key: oldKey), to: newKey, missing)
      path.end()
    }
  }
}
