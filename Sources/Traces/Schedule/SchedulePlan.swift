internal import StageFloor

struct SchedulePlan {
  /// The lane of operations that occupy no core.
  static var free: Int { -1 }
  static var compute: Int { 0 }

  /// In nanoseconds.
  var times: [Int64]
  var lanes: [Int]
  var laneCount: Int
  var successors: [[Int]]
  var missing: [Int]
  /// The longest chain from the start of each operation to the end of the schedule.
  var ranks: [Int64]

  init(_ trace: OperationTrace) {
    let positions = trace.positions
    let origins = trace.nodes.map { $0.dependencies.compactMap { positions[$0.id] } }
    let times = trace.nodes.map(\.running.wholeNanoseconds)
    var numbers = ["compute": Self.compute]
    lanes = trace.nodes.map { node in
      guard node.occupiesCore else { return Self.free }
      // Several operations of the thread lane can run at the same time, each on its own thread.
      let lane = node.lane == "thread" ? "compute" : node.lane
      let number = numbers[lane] ?? numbers.count
      numbers[lane] = number
      return number
    }
    laneCount = numbers.count
    missing = origins.map(\.count)
    var ranks = times
    for index in Precedence.order(of: origins).reversed() {
      for origin in origins[index] {
        ranks[origin] = max(ranks[origin], Self.sum(times[origin], ranks[index]))
      }
    }
    self.times = times
    self.ranks = ranks
    successors = Precedence.successors(of: origins)
  }

  static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
