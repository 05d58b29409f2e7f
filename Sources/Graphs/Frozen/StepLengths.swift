/// How long the steps of a small graph take, as far as that is known.
///
/// First what the builder was told, then what the last run measured.
final class StepLengths: @unchecked Sendable {  // guard: used by the graph's one run
  /// The most steps that a graph can have to be called small.
  static var mostSteps: Int { 1_024 }
  /// Steps that take less on average are not worth an order, in nanoseconds.
  private static var worthwhile: Int64 { 1_000 }

  /// What this run measured; -1: nothing.
  ///
  /// Each step's is written by whoever runs it.
  let measured: UnsafeMutablePointer<Int64>
  private let count: Int
  /// What the plan rests on; -1: nothing is known.
  private var known: [Int64]
  private var plan: GraphPlan?
  private var isTiny = false

  init(count: Int, expected: [(index: UInt32, length: Int64)]) {
    self.count = count
    measured = .allocate(capacity: Swift.max(count, 1))
    measured.initialize(repeating: -1, count: count)
    known = Array(repeating: -1, count: count)
    for one in expected { known[Int(one.index)] = one.length }
  }

  deinit { measured.deallocate() }

  /// The plan for the next run; nil if its steps are so short that keeping an order costs more.
  func plan(for store: GraphStore, aim: UInt32?) -> GraphPlan? {
    absorb(store)
    if isTiny, store.isPlain { return nil }
    if let plan, plan.aim == aim { return plan }
    let plan = GraphPlan(store, lengths: lengths(store), aim: aim)
    self.plan = plan
    return plan
  }

  /// A run without a plan has ended: whether the next one shall have one again.
  func runTook(_ nanoseconds: Int64) {
    if nanoseconds > 2 * Self.worthwhile * Int64(count) { isTiny = false }
  }

  /// Takes over what the last run measured; what changed little does not change the plan.
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
      plan = nil
    }
    if isComplete, count > 0 { isTiny = total < Self.worthwhile * Int64(count) }
  }

  /// The known lengths, and the mean of them for steps that are not known.
  private func lengths(_ store: GraphStore) -> [Int64] {
    let found = known.filter { $0 >= 0 }
    let mean = found.isEmpty ? 1 : Swift.max(found.reduce(0, &+) / Int64(found.count), 1)
    return (0..<count).map { index in
      if store.nodes[index].kind == .milestone { return 0 }
      return known[index] < 0 ? mean : known[index]
    }
  }
}
