extension HashIndex {
  var count: Int {
    var count = 0
    forEachEntry { _ in count += 1 }
    return count
  }

  func forEachEntry(_ body: (HashEntry) -> Void) {
    root?.forEachEntry(body)
  }

  @usableFromInline
  func checkInvariants() {
    root?.check(depth: 0, prefix: 0, isRoot: true)
  }
}

extension HashNode {
  fileprivate func forEachEntry(_ body: (HashEntry) -> Void) {
    guard isLeaf else { return forEachChild { $0.forEachEntry(body) } }
    for offset in 0..<count { body(entries[offset]) }
  }

  /// Checks a node that is reached by the first `depth` bits, given in `prefix`.
  fileprivate func check(depth: Int, prefix: UInt64, isRoot: Bool = false) {
    precondition(owners >= 1, "a node without owners")
    guard isLeaf else { return checkBranch(depth: depth, prefix: prefix) }
    precondition(self.depth == depth, "a leaf has another depth")
    precondition((1...capacity).contains(count), "a leaf is empty or overfull")
    precondition(count <= Self.leafLimit || depth == 64, "a full leaf was not split")
    for offset in 0..<count {
      let entry = entries[offset]
      precondition(Self.firstBits(depth, of: entry.hash) == prefix, "an entry is in the wrong leaf")
      let found = firstOffset(of: entry.hash) { $0 == entry.key }
      precondition(found != nil, "an entry cannot be found")
    }
  }

  private func checkBranch(depth: Int, prefix: UInt64) {
    precondition(self.depth == depth, "a branch has another depth")
    precondition(depth % Self.bitsPerBranch == 0 && depth < 64, "a branch has an invalid depth")
    var place = 0
    var children = 0
    while place < Self.fanOut {
      guard let child = self.children[place] else {
        place += 1
        continue
      }
      let childDepth = child.isLeaf ? child.depth : depth + Self.bitsPerBranch
      precondition(childDepth > depth, "a child does not extend its branch")
      let places = places(around: place, depth: childDepth)
      precondition(places.lowerBound == place, "a leaf starts at the wrong place")
      precondition(
        places.allSatisfy { self.children[$0] == child }, "a leaf does not occupy all its places")
      let bits = (UInt64(place) << UInt64(64 - Self.bitsPerBranch)) >> UInt64(depth)
      child.check(depth: childDepth, prefix: prefix | bits)
      children += 1
      place = places.upperBound
    }
    precondition(children > 0, "a branch has no children")
  }

  private static func firstBits(_ count: Int, of hash: UInt64) -> UInt64 {
    count == 0 ? 0 : (hash >> UInt64(64 - count)) << UInt64(64 - count)
  }
}
