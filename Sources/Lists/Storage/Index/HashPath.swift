/// The path of one edit from the root of a `HashIndex` to a leaf.
///
/// Shared nodes are copied on the way. From the first of them downwards, all nodes are copied, even
/// if the other owner releases them meanwhile. The copy of a branch does not retain the next child
/// on the path, which is about to be copied itself. Until then the child is *lent*: the first
/// copied node keeps it alive, and is released last.
struct HashPath {
  /// The location of the present node: in the index, or in a unique branch.
  private var slot: UnsafeMutablePointer<HashNode?>
  private var parent: HashNode?
  private var displaced: HashNode?
  /// Whether the present node is owned by `displaced` rather than by the path.
  private var isLent = false

  /// `root` is valid until the end of the path.
  init(root: UnsafeMutablePointer<HashNode?>) {
    slot = root
  }

  consuming func end() {
    displaced?.release()
  }

  private func mayChange(_ node: HashNode) -> Bool { !isLent && node.isUnique }

  /// Returns the branch, which may be changed.
  @discardableResult
  private mutating func step(into node: HashNode, for hash: UInt64) -> HashNode {
    let place = node.place(of: hash)
    var branch = node
    if !mayChange(node) {
      branch = node.copyBranch(lending: node.children[place])
      slot.pointee = branch
      if !isLent { displaced = node }
      isLent = true
    }
    parent = branch
    slot = branch.children + place
    return branch
  }

  private mutating func leaf(for hash: UInt64) -> HashNode? {
    while let node = slot.pointee {
      if node.isLeaf { return node }
      step(into: node, for: hash)
    }
    return nil
  }

  private mutating func replace(_ leaf: HashNode, by other: HashNode?) {
    put(other, around: leaf.depth)
    release(leaf)
  }

  private func put(_ leaf: HashNode?, around depth: Int) {
    if let parent {
      parent.put(leaf, in: parent.places(around: slot - parent.children, depth: depth))
    } else {
      slot.pointee = leaf
    }
  }

  private mutating func release(_ node: HashNode) {
    if !isLent { node.release() }
    isLent = false
  }

  /// Returns the present leaf if it may be changed, or a copy that replaces it.
  private mutating func changeable(_ leaf: HashNode) -> HashNode {
    if mayChange(leaf) { return leaf }
    let copy = leaf.copyLeaf()
    replace(leaf, by: copy)
    return copy
  }
}

// MARK: - Inserting

extension HashPath {
  mutating func insert(_ entry: HashEntry) {
    while let leaf = leaf(for: entry.hash) {
      let isFull = leaf.count >= HashNode.leafLimit
      if leaf.count < leaf.capacity, mayChange(leaf), !isFull || leaf.depth == 64 {
        return leaf.append(entry)
      }
      if !isFull || leaf.depth == 64 {
        let larger = leaf.copyLeaf(extra: isFull ? leaf.count / 2 : 1)
        larger.append(entry)
        return replace(leaf, by: larger)
      }
      split(leaf)
    }
    // The place is empty.
    let depth = parent.map { Swift.min($0.depth + HashNode.bitsPerBranch, 64) } ?? 0
    let leaf = HashNode.makeLeaf(capacity: 1, depth: depth)
    leaf.append(entry)
    put(leaf, around: depth)
  }

  /// Replaces a full leaf by two, or adds a branch above it if it occupies only one place.
  private mutating func split(_ leaf: HashNode) {
    let hasOnePlace = parent.map { $0.depth + HashNode.bitsPerBranch == leaf.depth } ?? true
    if hasOnePlace {
      if isLent { leaf.retain() }
      isLent = false
      slot.pointee = HashNode.makeBranch(depth: leaf.depth, of: leaf)
      return
    }
    guard let parent else { return }
    let (zero, one) = leaf.halves()
    let places = parent.places(around: slot - parent.children, depth: leaf.depth)
    let middle = (places.lowerBound + places.upperBound) / 2
    parent.put(zero, in: places.lowerBound..<middle)
    parent.put(one, in: middle..<places.upperBound)
    release(leaf)
  }
}

// MARK: - Changing and removing

extension HashPath {
  mutating func rekey(_ entry: HashEntry, to key: UInt64, _ missing: () -> Never) {
    let (leaf, offset) = find(entry, missing)
    changeable(leaf).entries[offset].key = key
  }

  mutating func remove(_ entry: HashEntry, _ missing: () -> Never) {
    guard let node = slot.pointee, !node.isLeaf else { return removeFromLeaf(entry, missing) }
    let root = slot
    let branch = step(into: node, for: entry.hash)
    if remove(entry, below: branch, missing) { _ = Self.collapse(branch, in: root) }
  }

  /// Returns whether the branch, which has been entered, may be superfluous.
  private mutating func remove(
    _ entry: HashEntry, below branch: HashNode, _ missing: () -> Never
  ) -> Bool {
    let place = slot - branch.children
    guard let child = slot.pointee, !child.isLeaf else {
      let depth = slot.pointee?.depth ?? 0
      removeFromLeaf(entry, missing)
      if let leaf = branch.children[place], leaf.count > HashNode.leafLimit / 4 { return false }
      return branch.joinLeaves(around: place, depth: depth)
    }
    let (childSlot, childDepth) = (slot, child.depth)
    let inner = step(into: child, for: entry.hash)
    guard remove(entry, below: inner, missing), Self.collapse(inner, in: childSlot) else {
      return false
    }
    return branch.joinLeaves(around: place, depth: childDepth)
  }

  private mutating func removeFromLeaf(_ entry: HashEntry, _ missing: () -> Never) {
    let (leaf, offset) = find(entry, missing)
    guard leaf.count > 1 else { return replace(leaf, by: nil) }
    changeable(leaf).remove(at: offset)
  }

  private mutating func find(
    _ entry: HashEntry, _ missing: () -> Never
  ) -> (leaf: HashNode, offset: Int) {
    guard let leaf = leaf(for: entry.hash),
      let offset = leaf.firstOffset(of: entry.hash, where: { $0 == entry.key })
    else { missing() }
    return (leaf, offset)
  }

  /// Replaces a branch with at most one leaf by that leaf; returns whether it had no other child.
  private static func collapse(
    _ branch: HashNode, in slot: UnsafeMutablePointer<HashNode?>
  ) -> Bool {
    let only = branch.children[0]
    for place in 1..<HashNode.fanOut where branch.children[place] != only { return false }
    slot.pointee = only
    branch.deallocate()
    return true
  }
}
