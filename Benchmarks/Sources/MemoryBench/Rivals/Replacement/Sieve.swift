/// SIEVE (Zhang and others, 2024): one queue, and a hand that spares keys requested since it last
/// passed.
struct Sieve: ReplacementPolicy {
  private enum State: UInt8 {
    case absent, held, visited
  }

  private let capacity: Int
  private var links: KeyLinks
  private var queue = KeyQueue()
  private var states: [State]
  private var hand: Int?

  init(capacity: Int, keyCount: Int) {
    self.capacity = capacity
    links = KeyLinks(keyCount: keyCount)
    states = Array(repeating: .absent, count: keyCount)
  }

  mutating func request(_ key: Int) -> Bool {
    guard states[key] == .absent else {
      states[key] = .visited
      return true
    }
    if queue.count == capacity { evict() }
    queue.append(key, &links)
    states[key] = .held
    return false
  }

  private mutating func evict() {
    while let key = hand ?? queue.first {
      hand = links.key(after: key)
      guard states[key] == .visited else {
        queue.remove(key, &links)
        states[key] = .absent
        return
      }
      states[key] = .held
    }
  }
}
