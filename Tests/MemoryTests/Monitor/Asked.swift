import StageFloor

/// A list that many threads may add to.
final class Asked<Element: Sendable>: Sendable {
  private let elements = Guarded<[Element]>([])

  var all: [Element] { elements.copy }

  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}
