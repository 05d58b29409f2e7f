/// Remembers recently evicted entries for a while, by hash alone.
///
/// About as many as the cache holds: of those evicted from the main queue, half as many; of those
/// evicted from the small queue, the rest. Each kind is counted separately, because evictions from
/// the main queue are rare, and would be forgotten before they could return. A bucket has four
/// places; of more, the oldest is forgotten early. Two keys with the same hash are mistaken for
/// each other, which costs a place in the main queue. Not a `ProbeTable`, whose entries do not
/// expire.
struct GhostTable: Sendable {
  enum Origin: UInt32, Sendable {
    case small = 0
    case main = 1
  }

  struct Ghost: Sendable, Equatable {
    let origin: Origin
    let used: UInt32
    /// What its return counts, at least 1: more if few entries of its queue are remembered.
    let weight: Double
  }

  struct Place: Sendable {
    var hash: UInt32
    var used: UInt32
    /// The number of the eviction among those from the same queue, then one bit for the queue; 0 if
    /// empty.
    var departure: UInt32

    static let empty = Place(hash: 0, used: 0, departure: 0)

    var isEmpty: Bool { departure == 0 }
    var origin: Origin { departure & 1 == 0 ? .small : .main }

    func age(at latest: UInt32) -> UInt32 { (latest &- departure >> 1) & GhostTable.numbers }

    /// In proportion to the time for which it is remembered; an empty place is the oldest.
    func relativeAge(at latest: (small: UInt32, main: UInt32)) -> UInt32 {
      if isEmpty { return .max }
      return origin == .small ? age(at: latest.small) : 2 &* age(at: latest.main)
    }
  }

  private(set) var places: [Place] = []
  /// The numbers of the latest evictions from both queues; they may wrap around.
  private var smallDepartures: UInt32 = 0
  private var mainDepartures: UInt32 = 0
  /// About how many entries evicted from each queue are remembered.
  private var smallCount = 0
  private var mainCount = 0

  private static var ways: Int { 4 }
  private static var fewest: Int { 32 }
  fileprivate static var numbers: UInt32 { 0x7FFF_FFFF }

  /// The cache held `count` entries.
  mutating func remember(_ hash: UInt32, from origin: Origin, used: UInt32, among count: Int) {
    if 2 * places.count < 3 * count { enlarge(for: count) }
    let number: UInt32
    switch origin {
    case .small:
      smallDepartures = Self.number(after: smallDepartures)
      number = smallDepartures
      smallCount = min(smallCount + 1, limit(for: .small, among: count))
    case .main:
      mainDepartures = Self.number(after: mainDepartures)
      number = mainDepartures
      mainCount = min(mainCount + 1, limit(for: .main, among: count))
    }
    insert(Place(hash: hash, used: used, departure: number << 1 | origin.rawValue))
  }

  mutating func recall(_ hash: UInt32, among count: Int) -> Ghost? {
    guard let index = index(of: hash) else { return nil }
    let place = places[index]
    places[index] = .empty
    let latest = place.origin == .small ? smallDepartures : mainDepartures
    guard Int(place.age(at: latest)) <= limit(for: place.origin, among: count) else { return nil }
    let ratio = Double(max(mainCount, 1)) / Double(max(smallCount, 1))
    switch place.origin {
    case .small:
      smallCount = max(smallCount - 1, 0)
      return Ghost(origin: .small, used: place.used, weight: max(ratio, 1))
    case .main:
      mainCount = max(mainCount - 1, 0)
      return Ghost(origin: .main, used: place.used, weight: max(1 / ratio, 1))
    }
  }

  /// For how many further evictions from its queue an entry is remembered.
  private func limit(for origin: Origin, among count: Int) -> Int {
    switch origin {
    case .small: max(count - min(mainCount, count / 2), Self.ways)
    case .main: max(count / 2, Self.ways)
    }
  }

  private static func number(after number: UInt32) -> UInt32 { max((number + 1) & numbers, 1) }

  private func bucket(of hash: UInt32) -> Range<Int> {
    // The low bits: the index of the cache uses them too, but the two need not be
    // independent.
    let first = Int(hash) & (places.count / Self.ways - 1) * Self.ways
    return first..<first + Self.ways
  }

  private func index(of hash: UInt32) -> Int? {
    guard !places.isEmpty else { return nil }
    for index in bucket(of: hash) where places[index].hash == hash && !places[index].isEmpty {
      return index
    }
    return nil
  }

  private mutating func insert(_ place: Place) {
    let bucket = bucket(of: place.hash)
    let latest = (small: smallDepartures, main: mainDepartures)
    // Otherwise the array would be retained and released.
    places.withUnsafeMutableBufferPointer { places in
      var chosen = bucket.lowerBound
      var greatestAge: UInt32 = 0
      for index in bucket {
        let other = places[index]
        if other.hash == place.hash, !other.isEmpty {
          chosen = index
          break
        }
        let age = other.relativeAge(at: latest)
        if age >= greatestAge { (greatestAge, chosen) = (age, index) }
      }
      places[chosen] = place
    }
  }

  /// Frees memory after the cache has become much smaller, and then holds `count` entries.
  mutating func compact(for count: Int) {
    let smallLimit = UInt32(limit(for: .small, among: count))
    let mainLimit = UInt32(limit(for: .main, among: count))
    let remembered = places
    resize(to: Self.capacity(for: count, atLeast: Self.fewest))
    for place in remembered where !place.isEmpty {
      let isRecent =
        place.origin == .small
        ? place.age(at: smallDepartures) <= smallLimit : place.age(at: mainDepartures) <= mainLimit
      if isRecent { insert(place) }
    }
  }

  private mutating func enlarge(for count: Int) {
    let remembered = places
    resize(to: Self.capacity(for: count, atLeast: max(Self.fewest, places.count)))
    for place in remembered where !place.isEmpty { insert(place) }
  }

  private mutating func resize(to capacity: Int) {
    places = [Place](repeating: .empty, count: capacity)
  }

  private static func capacity(for count: Int, atLeast least: Int) -> Int {
    var capacity = least
    while 2 * capacity < 3 * count { capacity *= 2 }
    return capacity
  }
}
