/// Branches.
///
/// A branch has a place for each value of the next few bits of the hash. A leaf whose hashes agree
/// in fewer bits than a branch's child could have occupies several adjacent places. When it is
/// split, each half takes half of them, so that leaves are about half full after a split, however
/// many children a branch has. A place may be empty.
extension HashNode {
  /// The number of bits of the hash that a branch distinguishes.
  @inlinable static var bitsPerBranch: Int { 3 }
  /// The number of places in a branch.
  ///
  /// Measured: with fewer, an edit copies more branches; with more, each copy retains more
  /// children.
  @inlinable static var fanOut: Int { 1 << bitsPerBranch }

  /// Creates a branch in which every place holds the same child, or none.
  static func makeBranch(depth: Int, of child: HashNode?) -> HashNode {
    let branch = HashNode(
      byteCount: headerSize + fanOut * MemoryLayout<HashNode?>.stride,
      count: 0, capacity: 0, depth: depth)
    branch.children.initialize(repeating: child, count: fanOut)
    return branch
  }

  /// The places of a branch.
  @inlinable var children: UnsafeMutablePointer<HashNode?> {
    (address + Self.headerSize).assumingMemoryBound(to: HashNode?.self)
  }

  /// Returns the place for this hash in a branch.
  func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash &<< UInt64(depth)) &>> UInt64(64 - Self.bitsPerBranch))
  }

  /// Returns the places that a child of this depth occupies around `place`.
  func places(around place: Int, depth childDepth: Int) -> Range<Int> {
    let width = 1 &<< Swift.max(depth + Self.bitsPerBranch - childDepth, 0)
    let first = place & ~(width - 1)
    return first..<first + width
  }

  /// Stores a child, or none, in adjacent places.
  func put(_ child: HashNode?, in places: Range<Int>) {
    for place in places { children[place] = child }
  }

  /// Calls `body` once with each child of a branch.
  @inline(__always)
  func forEachChild(_ body: (HashNode) -> Void) {
    var previous: HashNode?
    for place in 0..<Self.fanOut {
      let child = children[place]
      if let child, child != previous { body(child) }
      previous = child
    }
  }

  /// Returns a branch with the same children, and retains all but one of them.
  ///
  /// - Parameter lent: The child that the copy refers to without retaining it, for a moment.
  /// - Returns: The copy.
  func copyBranch(lending lent: HashNode?) -> HashNode {
    let copy = HashNode(
      byteCount: Self.headerSize + Self.fanOut * MemoryLayout<HashNode?>.stride,
      count: 0, capacity: 0, depth: depth)
    copy.children.initialize(from: children, count: Self.fanOut)
    forEachChild { child in
      if child != lent { child.retain() }
    }
    return copy
  }
}
