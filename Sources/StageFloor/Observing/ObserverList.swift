internal import Synchronization

/// The observers of one object, in the order of their registration; guarded by the object's lock.
package struct ObserverList<Event>: Sendable {
  package typealias Observer = EventObserver<Event>

  /// Nil where one was removed; empty if there is none; to be notified without the lock.
  package private(set) var places: [Observer?] = []
  private var count = 0
  /// The number of observers that were moved to close gaps, as a measure of the cost.
  package private(set) var moveCount = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  package mutating func add(_ observer: Observer) {
    observer.place.store(places.count, ordering: .relaxed)
    places.append(observer)
    count += 1
  }

  /// The caller keeps the observer until it has released the lock.
  ///
  /// - Complexity: O(1), amortized over the removed observers, unless a thread is reading ``places``.
  package mutating func remove(_ observer: Observer) {
    let place = observer.place.load(ordering: .relaxed)
    guard places.indices.contains(place), places[place] === observer else { return }
    places[place] = nil
    count -= 1
    guard 2 * count <= places.count else { return }
    places = places.filter { $0 != nil }
    for (place, observer) in places.enumerated() {
      observer?.place.store(place, ordering: .relaxed)
    }
    moveCount += count
  }
}
