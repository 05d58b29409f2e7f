/// ARC (Megiddo and Modha, 2003): one queue by recency, one by frequency, and a border between them
/// that moves when an evicted key returns.
struct AdaptiveReplacement: ReplacementPolicy {
  private enum Place: UInt8 {
    case nowhere, recent, frequent, recentGhost, frequentGhost
  }

  private let capacity: Int
  private var links: KeyLinks
  private var places: [Place]
  /// The number of keys that the recent queue should hold.
  private var target = 0.0
  private var recent = KeyQueue()
  private var frequent = KeyQueue()
  private var recentGhosts = KeyQueue()
  private var frequentGhosts = KeyQueue()

  init(capacity: Int, keyCount: Int) {
    self.capacity = capacity
    links = KeyLinks(keyCount: keyCount)
    places = Array(repeating: .nowhere, count: keyCount)
  }

  mutating func request(_ key: Int) -> Bool {
    switch places[key] {
    case .recent:
      recent.remove(key, &links)
      joinFrequent(key)
      return true
    case .frequent:
      frequent.remove(key, &links)
      joinFrequent(key)
      return true
    case .recentGhost:
      let step = Double(frequentGhosts.count) / Double(recentGhosts.count)
      target = min(Double(capacity), target + max(1, step))
      evict(forFrequentGhost: false)
      recentGhosts.remove(key, &links)
      joinFrequent(key)
    case .frequentGhost:
      let step = Double(recentGhosts.count) / Double(frequentGhosts.count)
      target = max(0, target - max(1, step))
      evict(forFrequentGhost: true)
      frequentGhosts.remove(key, &links)
      joinFrequent(key)
    case .nowhere:
      makeRoom()
      recent.append(key, &links)
      places[key] = .recent
    }
    return false
  }

  private mutating func joinFrequent(_ key: Int) {
    frequent.append(key, &links)
    places[key] = .frequent
  }

  private mutating func makeRoom() {
    let held = recent.count + frequent.count
    if recent.count + recentGhosts.count == capacity {
      if recent.count == capacity {
        places[recent.removeFirst(&links)] = .nowhere
      } else {
        places[recentGhosts.removeFirst(&links)] = .nowhere
        evict(forFrequentGhost: false)
      }
    } else if held + recentGhosts.count + frequentGhosts.count >= capacity {
      if held + recentGhosts.count + frequentGhosts.count == 2 * capacity {
        places[frequentGhosts.removeFirst(&links)] = .nowhere
      }
      if held >= capacity { evict(forFrequentGhost: false) }
    }
  }

  private mutating func evict(forFrequentGhost: Bool) {
    let length = Double(recent.count)
    if recent.count > 0, length > target || forFrequentGhost && length == target {
      let key = recent.removeFirst(&links)
      recentGhosts.append(key, &links)
      places[key] = .recentGhost
    } else {
      let key = frequent.removeFirst(&links)
      frequentGhosts.append(key, &links)
      places[key] = .frequentGhost
    }
  }
}
