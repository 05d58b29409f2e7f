internal import Synchronization

/// A block of memory of a `HashIndex`: a leaf with entries, or a branch with children.
///
/// This is plain memory instead of objects: an edit that must preserve older versions copies
/// several nodes, and counting the references of each child with the runtime would take most of the
/// time. Every node begins with the same sixteen bytes:
///
///     0  references   the number of owning branches and indexes; only accessed atomically
///     4  count        the number of a leaf's entries
///     8  capacity     the maximum number of a leaf's entries; 0 for a branch
///     12 depth        the number of the highest bits in which all hashes below agree
///
/// A leaf continues with the tags, eight bits of each entry's hash, and then the entries; a branch
/// with its children. A node with more than one owner is never changed.
@frozen
@usableFromInline
struct HashNode: Equatable {
  @inlinable static var headerSize: Int { 16 }

  @usableFromInline let address: UnsafeMutableRawPointer

  @inlinable
  init(_ address: UnsafeMutableRawPointer) {
    self.address = address
  }

  init(byteCount: Int, count: Int, capacity: Int, depth: Int) {
    address = .allocate(byteCount: byteCount, alignment: Self.headerSize)
    address.bindMemory(to: Atomic<UInt32>.self, capacity: 1).initialize(to: Atomic(1))
    address.storeBytes(of: UInt32(count), toByteOffset: 4, as: UInt32.self)
    address.storeBytes(of: UInt32(capacity), toByteOffset: 8, as: UInt32.self)
    address.storeBytes(of: UInt32(depth), toByteOffset: 12, as: UInt32.self)
  }

  @usableFromInline var count: Int {
    @inlinable get { Int(address.load(fromByteOffset: 4, as: UInt32.self)) }
    nonmutating set { address.storeBytes(of: UInt32(newValue), toByteOffset: 4, as: UInt32.self) }
  }

  @inlinable var capacity: Int { Int(address.load(fromByteOffset: 8, as: UInt32.self)) }

  var depth: Int {
    get { Int(address.load(fromByteOffset: 12, as: UInt32.self)) }
    nonmutating set { address.storeBytes(of: UInt32(newValue), toByteOffset: 12, as: UInt32.self) }
  }

  @inlinable var isLeaf: Bool { capacity != 0 }
}

// MARK: - Owners

extension HashNode {
  private var references: UnsafeMutablePointer<Atomic<UInt32>> {
    address.assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// The load acquires what former owners have written before they released the node.
  var isUnique: Bool { references.pointee.load(ordering: .acquiring) == 1 }

  var owners: Int { Int(references.pointee.load(ordering: .relaxed)) }

  func retain() {
    references.pointee.wrappingAdd(1, ordering: .relaxed)
  }

  func loseOwner() -> Bool {
    // The last owner has no other thread to synchronize with.
    if isUnique { return true }
    return references.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue == 1
  }

  func release() {
    guard loseOwner() else { return }
    var garbage = HashGarbage()
    garbage.add(self)
    garbage.free()
  }

  func deallocate() {
    address.deallocate()
  }
}
