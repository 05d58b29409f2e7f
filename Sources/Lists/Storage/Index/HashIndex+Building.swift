extension HashIndex {
  /// Creates an index of many entries at once.
  ///
  /// This is faster than inserting them one by one: they are sorted by the bits of their hashes, a
  /// few bits at a time, down to the depth of the leaves.
  ///
  /// - Parameter entries: The entries, in any order.
  /// - Complexity: O(*n*), as long as hashes differ.
  @usableFromInline
  init(entries: consuming [HashEntry]) {
    guard !entries.isEmpty else { return }
    var entries = entries
    let count = entries.count
    root = entries.withUnsafeMutableBufferPointer { entries in
      withUnsafeTemporaryAllocation(of: HashEntry.self, capacity: count) { scratch in
        guard let from = entries.baseAddress, let scratch = scratch.baseAddress else { return nil }
        return HashNode.make(of: from, scratch: scratch, count: count, depth: 0)
      }
    }
  }
}

extension HashNode {
  /// Creates a node of entries whose hashes agree in the first `depth` bits.
  ///
  /// The order of `entries` changes, and `scratch` must have the same capacity.
  fileprivate static func make(
    of entries: UnsafeMutablePointer<HashEntry>, scratch: UnsafeMutablePointer<HashEntry>,
    count: Int, depth: Int
  ) -> HashNode? {
    if count == 0 { return nil }
    if count <= leafLimit || depth == 64 {
      return makeLeaf(of: entries, count: count, depth: depth)
    }
    let branch = makeBranch(depth: depth, of: nil)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: fanOut + 1) { starts in
      branch.distribute(entries, into: scratch, count: count, starts: starts)
      branch.fill(0..<fanOut, with: scratch, scratch: entries, starts: starts, depth: depth)
    }
    return branch
  }

  private static func makeLeaf(
    of entries: UnsafeMutablePointer<HashEntry>, count: Int, depth: Int
  ) -> HashNode {
    let leaf = makeLeaf(capacity: count, depth: depth)
    leaf.append(entries, count: count)
    return leaf
  }

  /// Sorts entries by their place in a branch, and stores where those of each place start.
  private func distribute(
    _ entries: UnsafeMutablePointer<HashEntry>, into sorted: UnsafeMutablePointer<HashEntry>,
    count: Int, starts: UnsafeMutableBufferPointer<Int>
  ) {
    starts.initialize(repeating: 0)
    for offset in 0..<count { starts[place(of: entries[offset].hash) + 1] += 1 }
    for place in 0..<Self.fanOut { starts[place + 1] += starts[place] }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.fanOut) { next in
      for place in 0..<Self.fanOut { next.initializeElement(at: place, to: starts[place]) }
      for offset in 0..<count {
        let place = place(of: entries[offset].hash)
        (sorted + next[place]).initialize(to: entries[offset])
        next[place] += 1
      }
    }
  }

  /// Fills adjacent places with the entries that agree in the first `depth` bits.
  private func fill(
    _ places: Range<Int>, with entries: UnsafeMutablePointer<HashEntry>,
    scratch: UnsafeMutablePointer<HashEntry>, starts: UnsafeMutableBufferPointer<Int>, depth: Int
  ) {
    let start = starts[places.lowerBound]
    let count = starts[places.upperBound] - start
    if count == 0 { return }
    if depth == 64 || depth > self.depth && count <= Self.leafLimit {
      return put(Self.makeLeaf(of: entries + start, count: count, depth: depth), in: places)
    }
    if places.count == 1 {
      let child = Self.make(
        of: entries + start, scratch: scratch + start, count: count, depth: depth)
      return put(child, in: places)
    }
    let middle = (places.lowerBound + places.upperBound) / 2
    let lower = places.lowerBound..<middle
    let upper = middle..<places.upperBound
    fill(lower, with: entries, scratch: scratch, starts: starts, depth: depth + 1)
    fill(upper, with: entries, scratch: scratch, starts: starts, depth: depth + 1)
  }
}
