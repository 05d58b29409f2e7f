/// A bit set over places in the order; the owner deallocates it, and copies refer to the same set.
struct ReadySet {
  /// The first word has a bit for each other word that is not 0.
  private let words: UnsafeMutablePointer<UInt64>

  /// At most 4,096 places.
  init(count: Int) {
    precondition(count <= 64 * 64, "The set has one word that describes the others.")
    let size = 1 + (count + 63) / 64
    words = .allocate(capacity: size)
    words.initialize(repeating: 0, count: size)
  }

  func deallocate() { words.deallocate() }

  @inline(__always) var isEmpty: Bool { words[0] == 0 }

  @inline(__always) var first: Int? {
    if isEmpty { return nil }
    let index = words[0].trailingZeroBitCount
    return index &* 64 &+ words[index &+ 1].trailingZeroBitCount
  }

  func first(from place: Int) -> Int? {
    let index = place &>> 6
    guard index < 64 else { return nil }
    // Steps start at `place` only if they are limited, so this path may be slow.
    for word in index..<64 where words[0] & 1 &<< UInt64(word) != 0 {
      var bits = words[word &+ 1]
      if word == index { bits &= ~0 &<< UInt64(place & 63) }
      if bits != 0 { return word &* 64 &+ bits.trailingZeroBitCount }
    }
    return nil
  }

  @inline(__always)
  func insert(_ place: Int) {
    let index = place &>> 6
    words[index &+ 1] |= 1 &<< UInt64(truncatingIfNeeded: place & 63)
    words[0] |= 1 &<< UInt64(truncatingIfNeeded: index)
  }

  @inline(__always)
  func remove(_ place: Int) {
    let index = place &>> 6
    let word = words[index &+ 1] & ~(1 &<< UInt64(truncatingIfNeeded: place & 63))
    words[index &+ 1] = word
    if word == 0 { words[0] &= ~(1 &<< UInt64(truncatingIfNeeded: index)) }
  }

  /// The set must not be empty.
  @inline(__always)
  func removeFirst() -> Int {
    let index = words[0].trailingZeroBitCount
    let word = words[index &+ 1]
    let rest = word & (word &- 1)
    words[index &+ 1] = rest
    if rest == 0 { words[0] &= words[0] &- 1 }
    return index &* 64 &+ word.trailingZeroBitCount
  }
}
