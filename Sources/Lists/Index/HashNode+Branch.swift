/// Branches.
///
/// A branch has a place for each value of the next few bits of the hash. A leaf that has fewer bits
/// in common than the branch's children could have stands in several places side by side, and when
/// it is split, each half takes half of them: leaves are thus never emptier than half full after a
/// split, however many children a branch has. A place may be empty.
extension HashNode {
  /// How many bits of the hash a branch tells apart.
  static let bitsPerBranch = 3
  /// How many places a branch has.
  ///
  /// Measured: with fewer there are more branches to copy at each edit, with more each copy has to
  /// count more children.
  static let fanOut = 1 << bitsPerBranch

  /// Makes a branch of which every place holds the same child, or none does.
  static func makeBranch(depth: Int, of child: HashNode?) -> HashNode {
    let branch = HashNode(
      byteCount: headerSize + fanOut * MemoryLayout<HashNode?>.stride,
      count: 0, capacity: 0, depth: depth)
    branch.children.initialize(repeating: child, count: fanOut)
    return branch
  }

  /// The places of a branch.
  var children: UnsafeMutablePointer<HashNode?> {
    (address + Self.headerSize).assumingMemoryBound(to: HashNode?.self)
  }

  /// The place of a branch that belongs to this hash.
  func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash &<< UInt64(depth)) &>> UInt64(64 - Self.bitsPerBranch))
  }

  /// The places that a child of this depth takes, one of which is `place`.
  func places(around place: Int, depth childDepth: Int) -> Range<Int> {
    let width = 1 &<< Swift.max(depth + Self.bitsPerBranch - childDepth, 0)
    let first = place & ~(width - 1)
    return first..<first + width
  }

  /// Puts a child, or nothing, into places side by side.
  func put(_ child: HashNode?, in places: Range<Int>) {
    for place in places { children[place] = child }
  }

  /// Runs `body` with each child of a branch, once.
  @inline(__always)
  func forEachChild(_ body: (HashNode) -> Void) {
    var previous: HashNode?
    for place in 0..<Self.fanOut {
      let child = children[place]
      if let child, child != previous { body(child) }
      previous = child
    }
  }

  /// Makes a branch with the same children, and becomes a further owner of all but one of them.
  ///
  /// - Parameter lent: the child that the copy holds without owning it, for a moment.
  /// - Returns: the copy.
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
