/// A bit vector with insertion, removal, and counts of the set bits before each position.
///
/// The bits are stored in chunks; two Fenwick trees over the chunks count the bits and the set
/// bits. All operations take O(log *n*), except that a full chunk is split in O(*n* / 1024), at
/// most once in 512 insertions. Each stored bit costs about 1.5 bits of memory.
@usableFromInline
struct RankBits: Sendable {
  private static let wordsPerChunk = 16
  private static let chunkLimit = wordsPerChunk * 64
  private static let chunkFill = chunkLimit * 3 / 4

  /// `wordsPerChunk` words for each chunk; bits beyond its size are 0.
  private var words: [UInt64] = []
  private var sizes: [Int] = []
  private var allBits = FenwickTree()
  private var setBits = FenwickTree()

  @usableFromInline private(set) var count = 0
  @usableFromInline private(set) var rank = 0

  @usableFromInline init() {}

  @usableFromInline
  init(_ bits: PackedBits) {
    let fill = Self.chunkFill / 64
    let chunks = (bits.words.count + fill - 1) / fill
    words.reserveCapacity(chunks * Self.wordsPerChunk)
    for chunk in 0..<chunks {
      let part = bits.words[(chunk * fill)..<min((chunk + 1) * fill, bits.words.count)]
      words.append(contentsOf: part)
      words.append(contentsOf: repeatElement(0, count: Self.wordsPerChunk - part.count))
      sizes.append(min(Self.chunkFill, bits.count - chunk * Self.chunkFill))
    }
    count = bits.count
    rank = bits.rank
    recount()
  }

  init(_ bits: [Bool]) {
    var packed = PackedBits()
    for bit in bits { packed.append(bit ? 1 : 0, count: 1) }
    self.init(packed)
  }

  @usableFromInline var packed: PackedBits {
    var packed = PackedBits()
    packed.words.reserveCapacity(count / 64 + 1)
    for chunk in sizes.indices {
      let start = chunk * Self.wordsPerChunk
      for offset in stride(from: 0, to: sizes[chunk], by: 64) {
        packed.append(words[start + offset / 64], count: min(64, sizes[chunk] - offset))
      }
    }
    return packed
  }

  var all: [Bool] { (0..<count).map { self[$0] } }

  @usableFromInline
  subscript(position: Int) -> Bool {
    get {
      let place = find(position)
      return words[place.word] & place.mask != 0
    }
    set {
      let place = find(position)
      guard (words[place.word] & place.mask != 0) != newValue else { return }
      words[place.word] ^= place.mask
      setBits.add(newValue ? 1 : -1, at: place.chunk)
      rank += newValue ? 1 : -1
    }
  }

  @usableFromInline
  func rank(before position: Int) -> Int {
    guard position < count else { return rank }
    let place = find(position)
    var result = setBits.sum(before: place.chunk)
    let start = place.chunk * Self.wordsPerChunk
    for word in start..<place.word { result += words[word].nonzeroBitCount }
    return result + (words[place.word] & (place.mask &- 1)).nonzeroBitCount
  }

  @usableFromInline
  mutating func insert(_ bit: Bool, at position: Int) {
    assert((0...count).contains(position), "There is no bit \(position) of \(count).")
    if sizes.isEmpty {
      appendChunk()
      recount()
    }
    var place = find(position)
    if sizes[place.chunk] == Self.chunkLimit {
      split(place.chunk)
      place = find(position)
    }
    let last = place.chunk * Self.wordsPerChunk + sizes[place.chunk] / 64
    // The words after the bit shift by one bit, each receiving the top bit of the previous one.
    var lost = words[place.word] >> 63
    let below = place.mask &- 1
    words[place.word] =
      words[place.word] & below | (words[place.word] & ~below) << 1 | (bit ? place.mask : 0)
    for word in (place.word + 1)..<max(place.word + 1, last + 1) {
      (words[word], lost) = (words[word] << 1 | lost, words[word] >> 63)
    }
    sizes[place.chunk] += 1
    count += 1
    allBits.add(1, at: place.chunk)
    if bit {
      rank += 1
      setBits.add(1, at: place.chunk)
    }
  }

  @usableFromInline
  @discardableResult
  mutating func remove(at position: Int) -> Bool {
    let place = find(position)
    let bit = words[place.word] & place.mask != 0
    let last = place.chunk * Self.wordsPerChunk + (sizes[place.chunk] - 1) / 64
    let below = place.mask &- 1
    words[place.word] = words[place.word] & below | words[place.word] >> 1 & ~below
    for word in (place.word + 1)..<max(place.word + 1, last + 1) {
      words[word - 1] |= words[word] << 63
      words[word] >>= 1
    }
    sizes[place.chunk] -= 1
    count -= 1
    allBits.add(-1, at: place.chunk)
    if bit {
      rank -= 1
      setBits.add(-1, at: place.chunk)
    }
    // If the chunks have become sparse, rebuild them.
    if sizes.count > 8, count < sizes.count * (Self.chunkLimit / 8) { self = RankBits(packed) }
    return bit
  }

  // MARK: - Chunks

  private struct Place {
    var chunk: Int
    var word: Int
    var mask: UInt64
  }

  /// Returns the place of a bit; for the end, the place of the next one.
  private func find(_ position: Int) -> Place {
    assert((0...count).contains(position), "There is no bit \(position) of \(count).")
    var (chunk, rest) = allBits.find(position)
    if chunk == sizes.count {
      chunk -= 1
      rest = sizes[chunk]
    }
    // A full chunk has no place after its bits; `insert` splits it before inserting there.
    let word = min(rest / 64, Self.wordsPerChunk - 1)
    return Place(
      chunk: chunk, word: chunk * Self.wordsPerChunk + word, mask: 1 << UInt64(rest % 64))
  }

  private mutating func appendChunk() {
    words.append(contentsOf: repeatElement(0, count: Self.wordsPerChunk))
    sizes.append(0)
  }

  private mutating func split(_ chunk: Int) {
    let half = Self.wordsPerChunk / 2
    let start = chunk * Self.wordsPerChunk
    let tail = Array(words[(start + half)..<(start + Self.wordsPerChunk)])
    for word in (start + half)..<(start + Self.wordsPerChunk) { words[word] = 0 }
    words.insert(
      contentsOf: tail + Array(repeating: 0, count: half), at: start + Self.wordsPerChunk)
    sizes[chunk] = half * 64
    sizes.insert(Self.chunkLimit - half * 64, at: chunk + 1)
    recount()
  }

  private mutating func recount() {
    allBits = FenwickTree(sizes)
    setBits = FenwickTree(
      sizes.indices.map { chunk in
        let start = chunk * Self.wordsPerChunk
        return words[start..<(start + Self.wordsPerChunk)].reduce(0) { $0 + $1.nonzeroBitCount }
      })
  }
}

/// Bits that are only appended, 64 in a word.
@usableFromInline
struct PackedBits: Equatable, Sendable {
  /// The first bit is the lowest of the first word; unused bits are 0.
  @usableFromInline var words: [UInt64] = []
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable
  init(ones count: Int) {
    words = Array(repeating: .max, count: count / 64)
    if count % 64 > 0 { words.append(1 << UInt64(count % 64) - 1) }
    self.count = count
  }

  @inlinable var rank: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  @inlinable
  subscript(position: Int) -> Bool {
    words[position / 64] &>> UInt64(position % 64) & 1 == 1
  }

  /// The other bits of the word are 0.
  @inlinable
  @inline(__always)
  mutating func append(_ bits: UInt64, count added: Int) {
    let place = UInt64(count % 64)
    if place == 0 {
      words.append(bits)
    } else {
      words[words.count - 1] |= bits &<< place
      if place + UInt64(added) > 64 { words.append(bits &>> (64 - place)) }
    }
    count += added
  }
}
