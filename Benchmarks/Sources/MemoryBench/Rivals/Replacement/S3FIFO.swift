/// S3-FIFO (Yang and others, 2023), with the parameters of the paper.
struct S3FIFO: ReplacementPolicy {
  private enum Place: UInt8 {
    case nowhere, small, main, ghost
  }

  private let capacity: Int
  private let smallCapacity: Int
  private var links: KeyLinks
  private var places: [Place]
  private var hits: [UInt8]
  private var small = KeyQueue()
  private var main = KeyQueue()
  private var ghosts = KeyQueue()

  init(capacity: Int, keyCount: Int) {
    self.capacity = capacity
    smallCapacity = max(1, capacity / 10)
    links = KeyLinks(keyCount: keyCount)
    places = Array(repeating: .nowhere, count: keyCount)
    hits = Array(repeating: 0, count: keyCount)
  }

  mutating func request(_ key: Int) -> Bool {
    let place = places[key]
    if place == .small || place == .main {
      hits[key] = min(hits[key] + 1, 3)
      return true
    }
    if place == .ghost {
      ghosts.remove(key, &links)
      places[key] = .nowhere
    }
    if small.count + main.count == capacity { evict() }
    hits[key] = 0
    if place == .ghost {
      main.append(key, &links)
      places[key] = .main
    } else {
      small.append(key, &links)
      places[key] = .small
    }
    return false
  }

  private mutating func evict() {
    while true {
      if small.count >= smallCapacity || main.count == 0 {
        let key = small.removeFirst(&links)
        guard hits[key] < 2 else {
          hits[key] = 0
          main.append(key, &links)
          places[key] = .main
          continue
        }
        if ghosts.count == capacity - smallCapacity {
          places[ghosts.removeFirst(&links)] = .nowhere
        }
        ghosts.append(key, &links)
        places[key] = .ghost
        return
      }
      let key = main.removeFirst(&links)
      guard hits[key] > 0 else {
        places[key] = .nowhere
        return
      }
      hits[key] -= 1
      main.append(key, &links)
    }
  }
}
