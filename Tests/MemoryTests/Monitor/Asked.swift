import StageFloor

/// A list that many threads may add to.
final class Asked<Element: Sendable>: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var elements: [Element] = []  // guard: `lock`

  deinit { lock.deallocate() }

  var all: [Element] { lock.withLock { elements } }

  func append(_ element: Element) { lock.withLock { elements.append(element) } }
}
