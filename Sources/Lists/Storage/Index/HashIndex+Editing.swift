extension HashIndex {
  @usableFromInline
  mutating func insert(hash: UInt64, key: UInt64) {
    withUnsafeMutablePointer(to: &root) { root in
      var path = HashPath(root: root)
      path.insert(HashEntry(hash: hash, key: key))
      path.end()
    }
  }

  /// `missing` stops the program if there is no such entry, and explains the user's mistake.
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
