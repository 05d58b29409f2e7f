extension HashNode {
  /// Only a leaf whose entries agree in all 64 bits of their hashes holds more; measured: with
  /// fewer entries there are more branches to copy; with more, the leaf itself costs more to copy.
  @inlinable static var leafLimit: Int { 48 }

  static func makeLeaf(capacity: Int, depth: Int) -> HashNode {
    // A multiple of eight, because tags are compared eight at a time.
    let capacity = (Swift.max(capacity, 1) + 7) & ~7
    return HashNode(
      byteCount: headerSize + capacity * (1 + MemoryLayout<HashEntry>.stride),
      count: 0, capacity: capacity, depth: depth)
  }

  @inlinable var tags: UnsafeMutablePointer<UInt8> {
    (address + Self.headerSize).assumingMemoryBound(to: UInt8.self)
  }

  @inlinable var entries: UnsafeMutablePointer<HashEntry> {
    (address + (Self.headerSize + capacity)).assumingMemoryBound(to: HashEntry.self)
  }

  func append(_ entry: HashEntry) {
    let count = count
    (tags + count).initialize(to: entry.tag)
    (entries + count).initialize(to: entry)
    self.count = count + 1
  }

  func append(_ added: UnsafeMutablePointer<HashEntry>, count: Int) {
    for offset in 0..<count { append(added[offset]) }
  }

  /// The last entry replaces it.
  func remove(at offset: Int) {
    let last = count - 1
    tags[offset] = tags[last]
    entries[offset] = entries[last]
    count = last
  }

  func copyLeaf(extra: Int = 0) -> HashNode {
    let count = count
    let copy = Self.makeLeaf(capacity: count + extra, depth: depth)
    copy.tags.initialize(from: tags, count: count)
    copy.entries.initialize(from: entries, count: count)
    copy.count = count
    return copy
  }

  @inlinable
  @inline(__always)
  func firstOffset(of hash: UInt64, where isRight: (UInt64) -> Bool) -> Int? {
    let low: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    let pattern = (hash & 0xFF) &* low
    let (count, entries) = (count, entries)
    let words = UnsafeRawPointer(tags)
    var base = 0
    while base < count {
      // A zero byte is a matching tag. This test for zero bytes can report a wrong byte above a
      // right one; the full comparison excludes it.
      let difference = words.load(fromByteOffset: base, as: UInt64.self).littleEndian ^ pattern
      var hits = (difference &- low) & ~difference & high
      while hits != 0 {
        let offset = base + hits.trailingZeroBitCount / 8
        guard offset < count else { break }
        if entries[offset].hash == hash, isRight(entries[offset].key) { return offset }
        hits &= hits &- 1
      }
      base += 8
    }
    return nil
  }
}
