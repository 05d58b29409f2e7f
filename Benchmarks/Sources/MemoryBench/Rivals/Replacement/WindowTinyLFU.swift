/// W-TinyLFU (Einziger, Friedman and Manes, 2017): a window of a hundredth by recency, and a main
/// part that admits a key only if it is requested more often than the one evicted for it.
///
/// With exact counts in place of a sketch, and a window that does not adapt.
struct WindowTinyLFU: ReplacementPolicy {
  private enum Place: UInt8 {
    case nowhere, window, probation, protected
  }

  private let capacity: Int
  private let windowCapacity: Int
  private let protectedCapacity: Int
  private var links: KeyLinks
  private var places: [Place]
  private var counts: [UInt8]
  /// The number of requests since the counts were last halved.
  private var age = 0
  private var window = KeyQueue()
  private var probation = KeyQueue()
  private var protected = KeyQueue()

  init(capacity: Int, keyCount: Int) {
    self.capacity = capacity
    windowCapacity = max(1, capacity / 100)
    protectedCapacity = (capacity - windowCapacity) * 8 / 10
    links = KeyLinks(keyCount: keyCount)
    places = Array(repeating: .nowhere, count: keyCount)
    counts = Array(repeating: 0, count: keyCount)
  }

  mutating func request(_ key: Int) -> Bool {
    count(key)
    switch places[key] {
    case .window:
      window.remove(key, &links)
      window.append(key, &links)
      return true
    case .probation:
      probation.remove(key, &links)
      protected.append(key, &links)
      places[key] = .protected
      if protected.count > protectedCapacity { joinProbation(protected.removeFirst(&links)) }
      return true
    case .protected:
      protected.remove(key, &links)
      protected.append(key, &links)
      return true
    case .nowhere:
      window.append(key, &links)
      places[key] = .window
      if window.count > windowCapacity { admit(window.removeFirst(&links)) }
      return false
    }
  }

  private mutating func count(_ key: Int) {
    counts[key] = min(counts[key] + 1, 15)
    age += 1
    guard age == 10 * capacity else { return }
    age /= 2
    for key in counts.indices { counts[key] /= 2 }
  }

  private mutating func joinProbation(_ key: Int) {
    probation.append(key, &links)
    places[key] = .probation
  }

  private mutating func admit(_ key: Int) {
    if probation.count + protected.count < capacity - windowCapacity { return joinProbation(key) }
    guard let victim = probation.first ?? protected.first, counts[key] > counts[victim] else {
      places[key] = .nowhere
      return
    }
    if places[victim] == .probation {
      probation.remove(victim, &links)
    } else {
      protected.remove(victim, &links)
    }
    places[victim] = .nowhere
    joinProbation(key)
  }
}
