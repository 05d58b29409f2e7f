/// The durations of the steps of a small graph, as far as they are known.
///
/// Initially these are the durations passed to the builder, later those measured by the last run.
final class StepLengths: @unchecked Sendable {  // guard: used by the graph's one run
  /// The largest number of steps in a small graph.
  static var mostSteps: Int { 1_024 }
  /// The average duration in nanoseconds below which an ordering costs more than it saves.
  private static var worthwhile: Int64 { 1_000 }

  /// The durations measured in this run; -1 if not measured.
  ///
  /// Each element is written only by the thread that runs the step.
  let measured: UnsafeMutablePointer<Int64>
  private let count: Int
  /// The durations that the order is based on; -1 if unknown.
  private var known: [Int64]
  private var order: StartOrder?
  private var isTiny = false

  init(count: Int, expected: [(index: UInt32, length: Int64)]) {
    self.count = count
    measured = .allocate(capacity: Swift.max(count, 1))
    measured.initialize(repeating: -1, count: count)
    known = Array(repeating: -1, count: count)
    for one in expected { known[Int(one.index)] = one.length }
  }

  deinit { measured.deallocate() }

  /// Returns the order for the next run, or `nil` if its steps are so short that ordering costs
  /// more than it saves.
  func startOrder(for store: GraphStore, target: UInt32?) -> StartOrder? {
    absorb(store)
    if isTiny, store.isPlain { return nil }
    if let order, order.target == target { return order }
    let order = StartOrder(store, lengths: lengths(store), target: target)
    self.order = order
    return order
  }

  /// Records the duration of a run without an order, which decides whether the next run has one.
  func runTook(_ nanoseconds: Int64) {
    if nanoseconds > 2 * Self.worthwhile * Int64(count) { isTiny = false }
  }

  /// Adopts the durations measured by the last run; small changes do not invalidate the order.
  private func absorb(_ store: GraphStore) {
    var total: Int64 = 0
    var isComplete = true
    for index in 0..<count {
      let length = measured[index]
      measured[index] = -1
      guard length >= 0 else {
        isComplete = false
        continue
      }
      total += length
      let old = known[index]
      let change = length > old ? length - old : old - length
      guard old < 0 || change > Swift.max(old / 8, Self.worthwhile) else { continue }
      known[index] = length
      order = nil
    }
    if isComplete, count > 0 { isTiny = total < Self.worthwhile * Int64(count) }
  }

  /// Returns the known durations, with their mean in place of unknown ones.
  private func lengths(_ store: GraphStore) -> [Int64] {
    let found = known.filter { $0 >= 0 }
    let mean = found.isEmpty ? 1 : Swift.max(found.reduce(0, &+) / Int64(found.count), 1)
    return (0..<count).map { index in
      if store.nodes[index].kind == .milestone { return 0 }
      return known[index] < 0 ? mean : known[index]
    }
  }
}
