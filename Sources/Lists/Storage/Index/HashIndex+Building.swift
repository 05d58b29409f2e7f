extension HashIndex {
  /// Faster than inserting entries one by one: they are sorted by the bits of their hashes, many
  /// bits at a time, down to the depth of the leaves; O(*n*), as long as hashes differ.
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
  /// The hashes agree in the first `depth` bits; the order of `entries` changes, and `scratch` must
  /// have the same capacity.
  fileprivate static func make(
    of entries: UnsafeMutablePointer<HashEntry>, scratch: UnsafeMutablePointer<HashEntry>,
    count: Int, depth: Int
  ) -> HashNode? {
    if count == 0 { return nil }
    if count <= leafLimit || depth == 64 {
      return makeLeaf(of: entries, count: count, depth: depth)
    }
    let bits = HashBuckets.bits(for: count, depth: depth)
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 1 << bits + 1) { starts in
      let buckets = HashBuckets(
        entries, sortedInto: scratch, count: count, depth: depth, bits: bits, starts: starts)
      return makeBranch(of: buckets, 0..<1 << bits, depth: depth)
    }
  }

  private static func makeLeaf(
    of entries: UnsafeMutablePointer<HashEntry>, count: Int, depth: Int
  ) -> HashNode {
    let leaf = makeLeaf(capacity: count, depth: depth)
    leaf.append(entries, count: count)
    return leaf
  }

  private static func makeBranch(
    of buckets: borrowing HashBuckets, _ range: Range<Int>, depth: Int
  ) -> HashNode {
    let branch = makeBranch(depth: depth, of: nil)
    branch.fill(0..<fanOut, with: buckets, range, depth: depth)
    return branch
  }

  private func fill(
    _ places: Range<Int>, with buckets: borrowing HashBuckets, _ range: Range<Int>, depth: Int
  ) {
    let start = buckets.starts[range.lowerBound]
    let count = buckets.starts[range.upperBound] - start
    if count == 0 { return }
    if depth == 64 || depth > self.depth && count <= Self.leafLimit {
      return put(
        Self.makeLeaf(of: buckets.sorted + start, count: count, depth: depth), in: places)
    }
    if places.count == 1 {
      let child =
        range.count > 1
        ? Self.makeBranch(of: buckets, range, depth: depth)
        : Self.make(
          of: buckets.sorted + start, scratch: buckets.scratch + start, count: count, depth: depth)
      return put(child, in: places)
    }
    let place = (places.lowerBound + places.upperBound) / 2
    let middle = (range.lowerBound + range.upperBound) / 2
    fill(
      places.lowerBound..<place, with: buckets, range.lowerBound..<middle, depth: depth + 1)
    fill(
      place..<places.upperBound, with: buckets, middle..<range.upperBound, depth: depth + 1)
  }
}

private struct HashBuckets: ~Copyable {
  let sorted: UnsafeMutablePointer<HashEntry>
  let scratch: UnsafeMutablePointer<HashEntry>
  let starts: UnsafeMutableBufferPointer<Int>

  /// All that leave dozens of entries in a bucket, so that each entry is moved once or twice.
  static func bits(for count: Int, depth: Int) -> Int {
    var bits = HashNode.bitsPerBranch
    while bits < 12, depth + bits < 48, count >> bits > HashNode.leafLimit * HashNode.fanOut {
      bits += HashNode.bitsPerBranch
    }
    return bits
  }

  init(
    _ entries: UnsafeMutablePointer<HashEntry>, sortedInto sorted: UnsafeMutablePointer<HashEntry>,
    count: Int, depth: Int, bits: Int, starts: UnsafeMutableBufferPointer<Int>
  ) {
    self.sorted = sorted
    scratch = entries
    self.starts = starts
    let (up, down) = (UInt64(depth), UInt64(64 - bits))
    func bucket(of hash: UInt64) -> Int { Int(truncatingIfNeeded: (hash &<< up) &>> down) }
    starts.initialize(repeating: 0)
    for offset in 0..<count { starts[bucket(of: entries[offset].hash) + 1] += 1 }
    for number in 0..<1 << bits { starts[number + 1] += starts[number] }
    // Each start advances to the end of its bucket, which is the start of the next one.
    for offset in 0..<count {
      let number = bucket(of: entries[offset].hash)
      (sorted + starts[number]).initialize(to: entries[offset])
      starts[number] += 1
    }
    for number in stride(from: 1 << bits, to: 0, by: -1) { starts[number] = starts[number - 1] }
    starts[0] = 0
  }
}
