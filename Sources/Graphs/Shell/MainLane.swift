internal import StageFloor

/// Steps that wait for the main thread.
struct MainLane {
  /// Ordered by place in the start order or, without one, by the longest remaining path, longest
  /// first.
  private var ready = DeadlineHeap()
  /// The step that is running; maintained only for small graphs.
  var running: UInt32?
  /// Whether a task or the main thread runs the steps, or is about to.
  var isServed = false
  /// The parker of the main thread, while it runs the steps itself.
  var parker: Parker?

  var isEmpty: Bool { ready.isEmpty }

  /// - Parameters:
  ///   - index: The step.
  ///   - rank: The priority; the lowest value runs first, ties run in FIFO order.
  mutating func append(_ index: UInt32, rank: Int64) {
    _ = ready.insert(UInt64(index), at: rank)
  }

  /// Removes and returns the next step.
  mutating func popFirst() -> UInt32? {
    ready.popDue(at: .max).map { UInt32($0.id) }
  }

  /// Whether a running or waiting step precedes the given place in the order.
  func hasWork(before place: Int, in order: StartOrder) -> Bool {
    if let running, order.places[Int(running)] < place { return true }
    return (ready.earliest ?? .max) < Int64(place)
  }
}
