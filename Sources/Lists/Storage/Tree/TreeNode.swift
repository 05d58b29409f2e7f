public import Synchronization

/// A node of a ``ListTree``: a block of memory that begins with a reference count.
///
/// References are counted manually: a path is copied with a few plain operations, and a version is
/// freed without recursion. A node whose count is 1, and whose ancestors' counts are 1, belongs to
/// one tree, which edits it in place; every other node is read-only.
@frozen
@usableFromInline
struct TreeNode: Equatable, @unchecked Sendable {  // guard: nodes with several owners are read-only
  @frozen
  @usableFromInline
  struct Header {
    /// The next node of a chain of garbage.
    @usableFromInline var link: UnsafeMutableRawPointer?
    @usableFromInline var count: Int32
    /// The distance to the leaves; 0 for a leaf.
    @usableFromInline var height: Int32
    @usableFromInline var capacity: Int32
    /// Has no meaning: it prevents the optimizer from removing a computation.
    @usableFromInline var hint: Int32 = 0

    @inlinable
    init(link: UnsafeMutableRawPointer?, count: Int32, height: Int32, capacity: Int32) {
      self.link = link
      self.count = count
      self.height = height
      self.capacity = capacity
    }
  }

  @inlinable static var headerBytes: Int { 32 }

  @usableFromInline let base: UnsafeMutableRawPointer

  @inlinable
  init(base: UnsafeMutableRawPointer) { self.base = base }

  /// The node has one owner, and its arrays are not initialized.
  @inlinable
  static func allocate(bytes: Int, alignment: Int, height: Int, capacity: Int) -> TreeNode {
    let base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: max(alignment, 16))
    let node = TreeNode(base: base)
    node.references.initialize(to: Atomic(1))
    node.header.initialize(
      to: Header(link: nil, count: 0, height: Int32(height), capacity: Int32(capacity)))
    return node
  }

  /// The contents of the arrays are ignored.
  @inlinable
  func deallocate() { base.deallocate() }

  @inlinable var header: UnsafeMutablePointer<Header> {
    @inline(__always) get { (base + 8).assumingMemoryBound(to: Header.self) }
  }

  @inlinable var count: Int {
    @inline(__always) get { Int(header.pointee.count) }
    @inline(__always) nonmutating set {
      header.pointee.count = Int32(truncatingIfNeeded: newValue)
    }
  }

  @inlinable var height: Int { @inline(__always) get { Int(header.pointee.height) } }
  @inlinable var capacity: Int { @inline(__always) get { Int(header.pointee.capacity) } }
  @inlinable var isLeaf: Bool { @inline(__always) get { header.pointee.height == 0 } }
  @inlinable var isFull: Bool { @inline(__always) get { count == capacity } }
}

// MARK: - Owners

extension TreeNode {
  @inlinable var references: UnsafeMutablePointer<Atomic<Int>> {
    @inline(__always) get { base.assumingMemoryBound(to: Atomic<Int>.self) }
  }

  /// If the caller, an owner, is the only one, no other code can become an owner concurrently,
  /// because new owners obtain the node from an owner.
  @inlinable var isUnique: Bool {
    @inline(__always) get { references.pointee.load(ordering: .acquiring) == 1 }
  }

  @inlinable
  @inline(__always)
  func retain() { references.pointee.add(1, ordering: .relaxed) }

  /// Returns whether it was the last owner; the caller must then free the node.
  @inlinable
  @inline(__always)
  func releaseIsLast() -> Bool {
    isUnique || references.pointee.subtract(1, ordering: .acquiringAndReleasing).oldValue == 1
  }
}
