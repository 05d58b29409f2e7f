/// LRU: evicts the key that was requested longest ago.
struct LeastRecentlyUsed: ReplacementPolicy {
  private let capacity: Int
  private var links: KeyLinks
  private var queue = KeyQueue()
  private var isHeld: [Bool]

  init(capacity: Int, keyCount: Int) {
    self.capacity = capacity
    links = KeyLinks(keyCount: keyCount)
    isHeld = Array(repeating: false, count: keyCount)
  }

  mutating func request(_ key: Int) -> Bool {
    let isHit = isHeld[key]
    if isHit {
      queue.remove(key, &links)
    } else if queue.count == capacity {
      isHeld[queue.removeFirst(&links)] = false
    }
    queue.append(key, &links)
    isHeld[key] = true
    return isHit
  }
}
