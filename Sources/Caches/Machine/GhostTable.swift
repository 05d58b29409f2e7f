/// Remembers recently evicted entries for a while, by hash alone.
///
/// It remembers about as many entries as the cache holds: one that was evicted longer ago than that
/// many others is forgotten. A bucket has four places; if more than four remembered hashes fall
/// into one, the oldest is forgotten early. Two keys with the same hash are mistaken for each
/// other, which costs a place in the main queue and nothing else.
///
/// Not a `ProbeTable`, whose entries stay until they are removed: here, they expire.
struct GhostTable: Sendable {
  /// Each place holds a hash in its upper half and the number of the eviction in its lower half, or
  /// 0.
  private(set) var places: [UInt64] = []
  /// The number of the latest eviction; it may wrap around.
  private var departures: UInt32 = 0

  private static var ways: Int { 4 }
  private static var fewest: Int { 32 }

  /// Records an eviction from a cache that held `count` entries.
  mutating func remember(_ hash: UInt32, among count: Int) {
    if places.count < 2 * count { enlarge(for: count) }
    departures &+= 1
    if departures == 0 { departures = 1 }
    insert(hash, departures)
  }

  /// Returns whether an entry with this hash was evicted lately, and forgets it.
  mutating func recall(_ hash: UInt32, among count: Int) -> Bool {
    guard let index = place(of: hash) else { return false }
    let age = departures &- UInt32(truncatingIfNeeded: places[index])
    places[index] = 0
    return Int(age) < max(count, Self.ways)
  }

  private func bucket(of hash: UInt32) -> Range<Int> {
    // The low bits: the index of the cache uses them too, but the two need not be
    // independent.
    let first = Int(hash) & (places.count / Self.ways - 1) * Self.ways
    return first..<first + Self.ways
  }

  private func place(of hash: UInt32) -> Int? {
    guard !places.isEmpty else { return nil }
    for index in bucket(of: hash) where places[index] != 0 && places[index] >> 32 == hash {
      return index
    }
    return nil
  }

  private mutating func insert(_ hash: UInt32, _ departure: UInt32) {
    var chosen = place(of: hash)
    if chosen == nil {
      var greatestAge = -1
      for index in bucket(of: hash) {
        // An empty place counts as the oldest.
        let age =
          places[index] == 0
          ? Int(UInt32.max) : Int(departures &- UInt32(truncatingIfNeeded: places[index]))
        if age > greatestAge { (greatestAge, chosen) = (age, index) }
      }
    }
    if let chosen { places[chosen] = UInt64(hash) << 32 | UInt64(departure) }
  }

  private mutating func enlarge(for count: Int) {
    var capacity = max(Self.fewest, places.count)
    while capacity < 4 * count { capacity *= 2 }
    let remembered = places
    places = [UInt64](repeating: 0, count: capacity)
    for place in remembered where place != 0 {
      insert(UInt32(place >> 32), UInt32(truncatingIfNeeded: place))
    }
  }
}
