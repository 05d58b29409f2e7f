internal import CStageFloor
internal import Synchronization

/// First those passed to the builder, later those measured by the last run, if the graph is small.
final class StepLengths: @unchecked Sendable {  // guard: used by the graph's one run
  static var mostSteps: Int { 1_024 }
  /// The average duration in nanoseconds below which an ordering costs more than it saves.
  private static var worthwhile: Int64 { 1_000 }
  /// What a new order costs for each step, in nanoseconds.
  private static var costOfOrder: Int64 { 100 }
  /// The average duration in nanoseconds below which no worker is added before the first look.
  private static var worthSharing: Int64 { 150 }
  /// How many ticks a thousand nanoseconds have; 0 until a run has lasted long enough to tell.
  private static let rate = Atomic<Int64>(0)

  /// The duration in ticks below which steps are measured together; 0 if the rate is not known.
  static var shortTicks: Int64 { rate.load(ordering: .relaxed) / 5 }

  /// In ticks, or -1; each is written only by the thread that runs the step.
  private(set) var measured: UnsafeMutablePointer<Int64>?
  private let count: Int
  /// As they were passed to the builder.
  let expected: [(index: UInt32, length: Int64)]
  /// The durations that the order is based on, in nanoseconds, or -1; empty if none is known.
  private var known: [Int64]
  private var order: StartOrder?
  private var isChanged = false
  /// The length of the last run in both units, until the durations of its steps are adopted.
  private var unread: (ticks: Int64, nanoseconds: Int64)?
  private(set) var isTiny = false

  init(count: Int, expected: [(index: UInt32, length: Int64)]) {
    self.count = count
    self.expected = expected
    let isOrdered = !expected.isEmpty && count <= Self.mostSteps
    known = isOrdered ? Array(repeating: -1, count: count) : []
    if isOrdered { for one in expected { known[Int(one.index)] = one.length } }
  }

  deinit { measured?.deallocate() }

  /// Nil if the graph is large, or if ordering its steps would cost more than it saves.
  func startOrder(for store: GraphStore, target: UInt32?) -> StartOrder? {
    guard count <= Self.mostSteps else { return nil }
    adopt(store)
    if isTiny, store.hasOnlyClosures { return nil }
    if measured == nil { measured = .allocate(capacity: Swift.max(count, 1)) }
    measured?.initialize(repeating: -1, count: count)
    if let order, order.target == target, !isChanged { return order }
    let isUniform = known.isEmpty && target == nil && store.isPlain
    let order = StartOrder(
      store, lengths: isUniform ? nil : lengths(store), target: target, after: order)
    self.order = order
    isChanged = false
    return order
  }

  /// If the run did not measure its steps, its duration decides whether the next one does.
  func runTook(_ ticks: Int64, _ nanoseconds: Int64, isOrdered: Bool) {
    if isOrdered {
      unread = (ticks, nanoseconds)
      if nanoseconds > 20_000, Self.rate.load(ordering: .relaxed) == 0 {
        Self.rate.store(Swift.max(1_000 &* ticks / nanoseconds, 0), ordering: .relaxed)
      }
    } else if count > Self.mostSteps {
      isTiny = nanoseconds < Self.worthSharing &* Int64(count)
    } else if nanoseconds > 2 * Self.worthwhile * Int64(count) {
      isTiny = false
    }
  }

  /// Adopts the durations measured by the last run; small changes do not invalidate the order.
  private func adopt(_ store: GraphStore) {
    guard let (ticks, nanoseconds) = unread, let measured, ticks > 0 else { return }
    unread = nil
    let nanosecondsPerTick = Double(nanoseconds) / Double(ticks)
    var total: Int64 = 0
    var isComplete = count > 0
    for index in 0..<count {
      // The counters of two processors may differ: no step took longer than the run.
      let length = Swift.min(measured[index], ticks)
      if length < 0 { isComplete = false } else { total += length }
      measured[index] = length
    }
    if isComplete {
      isTiny = Double(total) * nanosecondsPerTick < Double(Self.worthwhile * Int64(count))
    }
    if isTiny, store.hasOnlyClosures { return }
    // A new order pays off if the durations have changed by more than it costs.
    if known.isEmpty { known = Array(repeating: -1, count: count) }
    var change: Int64 = 0
    var isKnown = true
    for index in 0..<count where measured[index] >= 0 {
      let length = Int64(Double(measured[index]) * nanosecondsPerTick)
      measured[index] = length
      let old = known[index]
      if old < 0 { isKnown = false } else { change &+= Self.change(from: old, to: length) }
    }
    if isKnown, change < Self.costOfOrder * Int64(count) { return }
    for index in 0..<count where measured[index] >= 0 {
      let old = known[index]
      if old < 0 || Self.change(from: old, to: measured[index]) > 0 {
        known[index] = measured[index]
        isChanged = true
      }
    }
  }

  @inline(__always)
  private static func change(from old: Int64, to length: Int64) -> Int64 {
    let change = length > old ? length - old : old - length
    return change > Swift.max(old / 8, worthwhile) ? change : 0
  }

  private func lengths(_ store: GraphStore) -> [Int64] {
    var sum: Int64 = 0
    var found: Int64 = 0
    for length in known where length >= 0 {
      sum &+= length
      found += 1
    }
    let mean = found == 0 ? 1 : Swift.max(sum / found, 1)
    return (0..<count).map { index in
      if store.nodes[index].kind == .milestone { return 0 }
      return known.isEmpty || known[index] < 0 ? mean : known[index]
    }
  }
}
