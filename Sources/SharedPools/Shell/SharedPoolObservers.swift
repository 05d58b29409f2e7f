internal import StageFloor

/// The observers of a pool, in the order of their registration.
struct SharedPoolObservers {
  typealias Observer = EventObserver<SharedPoolEvent>

  /// `nil` where one was removed.
  private var places: [Observer?] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The number of observers that were moved to close gaps, as a measure of the cost.
  private(set) var moveCount = 0

  var isEmpty: Bool { indices.isEmpty }

  mutating func add(_ observer: Observer) {
    indices[ObjectIdentifier(observer)] = places.count
    places.append(observer)
  }

  /// - Complexity: O(1), amortized over the removed observers.
  mutating func remove(_ observer: Observer) {
    guard let index = indices.removeValue(forKey: ObjectIdentifier(observer)) else { return }
    places[index] = nil
    guard 2 * indices.count <= places.count else { return }
    places = places.filter { $0 != nil }
    for (index, observer) in places.enumerated() {
      if let observer { indices[ObjectIdentifier(observer)] = index }
    }
    moveCount += places.count
  }

  /// Call it without a lock.
  func notify(_ event: SharedPoolEvent) {
    for case let observer? in places { observer.notify(event) }
  }
}
