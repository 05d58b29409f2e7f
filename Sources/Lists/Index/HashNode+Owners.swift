internal import Synchronization

extension HashNode {
  private var references: UnsafeMutablePointer<Atomic<UInt32>> {
    address.assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// Whether the caller, which is an owner, is the only one.
  ///
  /// The load acquires what former owners have written before they released the node.
  var isUnique: Bool { references.pointee.load(ordering: .acquiring) == 1 }

  /// The number of owners, for checks.
  var owners: Int { Int(references.pointee.load(ordering: .relaxed)) }

  /// Adds an owner.
  func retain() {
    references.pointee.wrappingAdd(1, ordering: .relaxed)
  }

  /// Removes an owner, and returns whether it was the last.
  func loseOwner() -> Bool {
    // The last owner has no other thread to synchronise with.
    if isUnique { return true }
    return references.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue == 1
  }

  /// Removes an owner, and frees all nodes that have no owners left.
  func release() {
    guard loseOwner() else { return }
    var garbage = HashGarbage()
    garbage.add(self)
    garbage.free()
  }

  /// Frees the memory of this node alone.
  func deallocate() {
    address.deallocate()
  }
}
