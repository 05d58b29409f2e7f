@testable import StagecraftLists

/// The expected content of a `HashIndex`: the keys of each hash.
struct IndexModel: Equatable {
  private(set) var keys: [UInt64: [UInt64]] = [:]
  private(set) var entries: [HashEntry] = []

  init() {}

  init(_ entries: [HashEntry]) {
    for entry in entries { insert(entry) }
  }

  mutating func insert(_ entry: HashEntry) {
    keys[entry.hash, default: []].append(entry.key)
    entries.append(entry)
  }

  mutating func remove(at offset: Int) -> HashEntry {
    entries.swapAt(offset, entries.count - 1)
    let entry = entries.removeLast()
    keys[entry.hash]?.removeAll { $0 == entry.key }
    if keys[entry.hash]?.isEmpty == true { keys[entry.hash] = nil }
    return entry
  }

  mutating func rekey(at offset: Int, to key: UInt64) -> HashEntry {
    let entry = entries[offset]
    entries[offset].key = key
    keys[entry.hash]?.removeAll { $0 == entry.key }
    keys[entry.hash, default: []].append(key)
    return entry
  }

  /// Checks that the index contains exactly these entries, and finds each.
  func agrees(with box: IndexBox) -> Bool {
    box.index.checkInvariants()
    var found: [UInt64: [UInt64]] = [:]
    box.index.forEachEntry { found[$0.hash, default: []].append($0.key) }
    guard found.mapValues({ $0.sorted() }) == keys.mapValues({ $0.sorted() }) else { return false }
    for entry in entries where !box.contains(hash: entry.hash, key: entry.key) { return false }
    return true
  }
}

/// An index in an object, for use in expectations and arrays.
final class IndexBox {
  var index: HashIndex

  init(_ index: consuming HashIndex = HashIndex()) { self.index = index }

  convenience init(_ entries: [HashEntry]) { self.init(HashIndex(entries: entries)) }

  var count: Int { index.count }
  var root: HashNode? { index.root }

  func copy() -> IndexBox { IndexBox(index.copy()) }

  func contains(hash: UInt64, key: UInt64) -> Bool { index.contains(hash: hash, key: key) }

  func firstKey(for hash: UInt64, where isRight: (UInt64) -> Bool = { _ in true }) -> UInt64? {
    index.firstKey(for: hash, where: isRight)
  }

  /// All keys that the index offers for a hash.
  func keysOffered(for hash: UInt64) -> [UInt64] {
    var offered: [UInt64] = []
    let last = index.firstKey(for: hash) { key in
      offered.append(key)
      return false
    }
    precondition(last == nil)
    return offered
  }
}

/// How a test computes its hashes.
enum Hashes: CaseIterable, Sendable {
  /// All 64 bits differ.
  case random
  /// There are seven hash values, each shared by many ids.
  case few
  /// Only the lowest bits differ, so that the trie has its maximum depth.
  case equalUpperBits
  /// Only the highest bits differ: all tags are the same.
  case equalLowerBits
  /// Many hashes have half of their bits in common, and some all.
  case clustered
  /// All hashes are the same.
  case one

  func next(using generator: inout some RandomNumberGenerator) -> UInt64 {
    switch self {
    case .random: .random(in: 0 ... .max, using: &generator)
    case .few: .random(in: 0..<7, using: &generator) &* 0x9E37_79B9_7F4A_7C15
    case .equalUpperBits: 0xABCD_0000_0000_0000 | .random(in: 0..<256, using: &generator)
    case .equalLowerBits: .random(in: 0 ... .max, using: &generator) << 40
    case .clustered:
      .random(in: 0..<4, using: &generator) << 32 | .random(in: 0..<64, using: &generator)
    case .one: 0x1234_5678_9ABC_DEF0
    }
  }
}
