/// A branch has a place for each value of the next few bits of the hash. A leaf whose hashes agree
/// in fewer bits than a branch's child could have occupies several adjacent places. When it is
/// split, each half takes half of them, so that leaves are about half full after a split, however
/// many children a branch has. A place may be empty.
extension HashNode {
  @inlinable static var bitsPerBranch: Int { 3 }
  /// Measured: with fewer places, an edit copies more branches; with more, each copy retains more
  /// children.
  @inlinable static var fanOut: Int { 1 << bitsPerBranch }

  /// Every place holds the same child, or none.
  static func makeBranch(depth: Int, of child: HashNode?) -> HashNode {
    let branch = HashNode(
      byteCount: headerSize + fanOut * MemoryLayout<HashNode?>.stride,
      count: 0, capacity: 0, depth: depth)
    branch.children.initialize(repeating: child, count: fanOut)
    return branch
  }

  @inlinable var children: UnsafeMutablePointer<HashNode?> {
    (address + Self.headerSize).assumingMemoryBound(to: HashNode?.self)
  }

  func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash &<< UInt64(depth)) &>> UInt64(64 - Self.bitsPerBranch))
  }

  /// Returns the places that a child of this depth occupies around `place`.
  func places(around place: Int, depth childDepth: Int) -> Range<Int> {
    let width = 1 &<< Swift.max(depth + Self.bitsPerBranch - childDepth, 0)
    let first = place & ~(width - 1)
    return first..<first + width
  }

  func put(_ child: HashNode?, in places: Range<Int>) {
    for place in places { children[place] = child }
  }

  @inline(__always)
  func forEachChild(_ body: (HashNode) -> Void) {
    var previous: HashNode?
    for place in 0..<Self.fanOut {
      let child = children[place]
      if let child, child != previous { body(child) }
      previous = child
    }
  }

  /// Retains all children but `lent`, which the copy refers to for a moment without retaining it.
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
