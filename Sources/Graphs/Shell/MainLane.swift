internal import StageFloor

struct MainLane {
  /// By place in the start order or, without one, by the longest remaining path.
  private var ready = DeadlineHeap()
  /// The step that is running; maintained only for small graphs.
  var running: UInt32?
  var isServed = false
  /// While the main thread runs the steps itself.
  var parker: Parker?

  var isEmpty: Bool { ready.isEmpty }

  /// The lowest `rank` runs first, ties run in FIFO order.
  mutating func append(_ index: UInt32, rank: Int64) {
    _ = ready.insert(UInt64(index), at: rank)
  }

  mutating func popFirst() -> UInt32? {
    ready.popDue(at: .max).map { UInt32($0.id) }
  }

  func hasWork(before place: Int, in order: StartOrder) -> Bool {
    if let running, order.places[Int(running)] < place { return true }
    return (ready.earliest ?? .max) < Int64(place)
  }
}
