internal import Synchronization

extension HashNode {
  private var references: UnsafeMutablePointer<Atomic<UInt32>> {
    address.assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// Whether the caller, who owns the node, is the only one who does.
  ///
  /// Acquires what former owners did before they let go.
  var isUnique: Bool { references.pointee.load(ordering: .acquiring) == 1 }

  /// How many owners the node has, for checks.
  var owners: Int { Int(references.pointee.load(ordering: .relaxed)) }

  /// Adds an owner.
  func retain() {
    references.pointee.wrappingAdd(1, ordering: .relaxed)
  }

  /// Takes an owner away, and says whether it was the last.
  func loseOwner() -> Bool {
    // The last owner need not announce anything to anybody.
    if isUnique { return true }
    return references.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue == 1
  }

  /// Takes an owner away, and frees all nodes that nobody owns any more.
  func release() {
    guard loseOwner() else { return }
    var garbage = HashGarbage()
    garbage.add(self)
    garbage.free()
  }

  /// Gives back the memory of this node alone.
  func deallocate() {
    address.deallocate()
  }
}
