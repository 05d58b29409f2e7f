/// A replacement policy from the literature, simulated: which keys a cache holds, without values.
///
/// The keys of a trace are numbers from 0, so that tables are arrays and no policy pays for
/// hashing.
protocol ReplacementPolicy {
  /// A cache with room for `capacity` of the keys below `keyCount`.
  init(capacity: Int, keyCount: Int)

  /// Requests a key, which the cache then keeps or not; returns whether it held it.
  mutating func request(_ key: Int) -> Bool
}

/// The neighbours of each key in its queue; a key is in one queue at most.
struct KeyLinks {
  fileprivate var next: [Int32]
  fileprivate var previous: [Int32]

  init(keyCount: Int) {
    next = Array(repeating: -1, count: keyCount)
    previous = next
  }

  func key(after key: Int) -> Int? { next[key] < 0 ? nil : Int(next[key]) }
}

/// A queue of keys, the oldest first.
struct KeyQueue {
  private(set) var count = 0
  private var front: Int32 = -1
  private var back: Int32 = -1

  var first: Int? { front < 0 ? nil : Int(front) }

  mutating func append(_ key: Int, _ links: inout KeyLinks) {
    links.previous[key] = back
    links.next[key] = -1
    if back < 0 { front = Int32(key) } else { links.next[Int(back)] = Int32(key) }
    back = Int32(key)
    count += 1
  }

  mutating func remove(_ key: Int, _ links: inout KeyLinks) {
    let (previous, next) = (links.previous[key], links.next[key])
    if previous < 0 { front = next } else { links.next[Int(previous)] = next }
    if next < 0 { back = previous } else { links.previous[Int(next)] = previous }
    count -= 1
  }

  /// Removes and returns the oldest key; the queue must not be empty.
  mutating func removeFirst(_ links: inout KeyLinks) -> Int {
    let key = Int(front)
    remove(key, &links)
    return key
  }
}
