extension HashNode {
  /// Divides the entries between two leaves by the next bit of their hashes; nil if there are none.
  func halves() -> (zero: HashNode?, one: HashNode?) {
    let (count, entries) = (count, entries)
    let shift = UInt64(63 - depth)
    var ones = 0
    for offset in 0..<count where (entries[offset].hash &>> shift) & 1 == 1 { ones += 1 }
    let zero = ones == count ? nil : Self.makeLeaf(capacity: count - ones + 1, depth: depth + 1)
    let one = ones == 0 ? nil : Self.makeLeaf(capacity: ones + 1, depth: depth + 1)
    for offset in 0..<count {
      let isOne = (entries[offset].hash &>> shift) & 1 == 1
      (isOne ? one : zero)?.append(entries[offset])
    }
    return (zero, one)
  }

  /// Merges adjacent places around `place`, repeatedly; returns whether a single leaf, or none, now
  /// occupies all places of the branch.
  ///
  /// This is called on a unique branch after a removal. Two leaves are merged if together they are
  /// at most half full, so that the next insertion does not split them again.
  func joinLeaves(around place: Int, depth: Int) -> Bool {
    var childDepth = depth
    while childDepth > self.depth {
      let own = places(around: place, depth: childDepth)
      let all = places(around: place, depth: childDepth - 1)
      let other =
        own.lowerBound == all.lowerBound
        ? own.upperBound..<all.upperBound : all.lowerBound..<own.lowerBound
      guard holdsOneLeafAtMost(own), holdsOneLeafAtMost(other) else { return false }
      let leaves = (children[own.lowerBound], children[other.lowerBound])
      let count = (leaves.0?.count ?? 0) + (leaves.1?.count ?? 0)
      guard count <= Self.leafLimit / 2 else { return false }
      childDepth -= 1
      put(Self.join(leaves.0, leaves.1, depth: childDepth), in: all)
    }
    return true
  }

  private func holdsOneLeafAtMost(_ places: Range<Int>) -> Bool {
    let first = children[places.lowerBound]
    if let first, !first.isLeaf { return false }
    for place in places where children[place] != first { return false }
    return true
  }

  private static func join(_ one: HashNode?, _ other: HashNode?, depth: Int) -> HashNode? {
    guard let one else { return other.map { raised($0, to: depth) } }
    guard let other else { return raised(one, to: depth) }
    let joined = makeLeaf(capacity: one.count + other.count, depth: depth)
    joined.append(one.entries, count: one.count)
    joined.append(other.entries, count: other.count)
    one.release()
    other.release()
    return joined
  }

  private static func raised(_ leaf: HashNode, to depth: Int) -> HashNode {
    var own = leaf
    if !leaf.isUnique {
      own = leaf.copyLeaf()
      leaf.release()
    }
    own.depth = depth
    return own
  }
}
