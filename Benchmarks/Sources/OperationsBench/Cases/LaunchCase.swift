internal import Harness
internal import Synchronization

extension Case {
  /// Thirty busy steps on two cores, some of them on the main thread.
  ///
  /// The floor is the time in which one thread does the work without a pause, scaled by the
  /// speed-up of a list schedule, so that a temporary slowdown of the machine affects the floor
  /// too.
  static var launch: Case {
    let plan = LaunchPlan.library
    let bound = plan.listSchedule(cores: 2)
    return Case(
      "launch",
      """
      \(plan.steps.count) launch steps, \(plan.microseconds) us of work, list schedule for 2 cores: \
      \(bound) us; for one launch
      """
    ) {
      let steps = BusySteps(plan)
      let ours = try StagecraftLaunch(plan, steps)
      return [
        .launching("stagecraft", steps) { try await ours.run() },
        Subject("floor") { launches in
          let stopwatch = Stopwatch()
          for _ in 0..<launches { steps.performAll() }
          let nanoseconds = stopwatch.nanoseconds
          try steps.verify(times: launches)
          return Sample(
            operations: launches,
            nanoseconds: nanoseconds * Int64(bound) / Int64(plan.microseconds))
        },
        .launching("task-group", steps) { await TaskGroupLaunch.run(plan, steps) },
      ]
    }
  }
}

/// The work of the steps of a launch.
final class BusySteps: Sendable {
  private let holds: [BusyHold]
  private let performed = Atomic(0)

  init(_ plan: LaunchPlan) {
    holds = plan.steps.map { BusyHold(nanoseconds: $0.microseconds * 1_000) }
  }

  func perform(_ step: Int) {
    Sink.keep(holds[step].spin(from: UInt64(step)))
    performed.wrappingAdd(1, ordering: .relaxed)
  }

  func performAll() {
    for step in holds.indices { perform(step) }
  }

  /// Checks that since the last call each step was performed `times` times.
  func verify(times: Int) throws {
    let count = performed.exchange(0, ordering: .relaxed)
    guard count == times * holds.count else { throw LostSteps(count: count) }
  }
}

/// A launch performed some of its steps too rarely or too often.
struct LostSteps: Error {
  var count: Int
}

extension Subject {
  /// One operation is one launch.
  static func launching(
    _ name: String, _ steps: BusySteps, _ body: @escaping @Sendable () async throws -> Void
  ) -> Subject {
    Subject(name) { launches in
      let time = try waitForTask {
        let stopwatch = Stopwatch()
        for _ in 0..<launches { try await body() }
        return stopwatch.time
      }
      try steps.verify(times: launches)
      return Sample(operations: launches, time: time)
    }
  }
}
