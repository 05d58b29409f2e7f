public import Synchronization

/// A node of a ``ListTree``: a block of memory with a reference count in front.
///
/// The count is taken care of by hand: a path is copied with a handful of plain operations, and a
/// version is freed without recursion. A node whose count is 1, and whose ancestors' counts are 1,
/// belongs to one tree, which edits it in place; every other node is read-only.
@frozen
@usableFromInline
struct TreeNode: Equatable, @unchecked Sendable {  // guard: nodes with several owners are read-only
  /// What stands behind the reference count.
  @frozen
  @usableFromInline
  struct Header {
    /// The next node of a chain of garbage.
    @usableFromInline var link: UnsafeMutableRawPointer?
    /// The slots of a leaf, or the children of an inner node, that are in use.
    @usableFromInline var count: Int32
    /// The distance to the leaves; 0 for a leaf.
    @usableFromInline var height: Int32
    /// How many slots or children fit.
    @usableFromInline var capacity: Int32
    /// Means nothing: it keeps a computation from being removed.
    @usableFromInline var hint: Int32 = 0

    @inlinable
    init(link: UnsafeMutableRawPointer?, count: Int32, height: Int32, capacity: Int32) {
      self.link = link
      self.count = count
      self.height = height
      self.capacity = capacity
    }
  }

  /// Where the arrays begin.
  @inlinable static var headerBytes: Int { 32 }

  @usableFromInline let base: UnsafeMutableRawPointer

  @inlinable
  init(base: UnsafeMutableRawPointer) { self.base = base }

  /// A node with one owner, whose arrays are not initialised.
  @inlinable
  static func allocate(bytes: Int, alignment: Int, height: Int, capacity: Int) -> TreeNode {
    let base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: max(alignment, 16))
    let node = TreeNode(base: base)
    node.references.initialize(to: Atomic(1))
    node.header.initialize(
      to: Header(link: nil, count: 0, height: Int32(height), capacity: Int32(capacity)))
    return node
  }

  /// Gives the memory back; the arrays are not looked at.
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

  /// Whether the caller, who is an owner, is the only one.
  ///
  /// Nobody else can become one then: to become an owner one must be handed the node by an owner.
  @inlinable var isUnique: Bool {
    @inline(__always) get { references.pointee.load(ordering: .acquiring) == 1 }
  }

  /// Adds an owner.
  @inlinable
  @inline(__always)
  func retain() { references.pointee.add(1, ordering: .relaxed) }

  /// Takes an owner away, and tells whether it was the last; the caller must free the node then.
  @inlinable
  @inline(__always)
  func releaseIsLast() -> Bool {
    isUnique || references.pointee.subtract(1, ordering: .acquiringAndReleasing).oldValue == 1
  }
}
