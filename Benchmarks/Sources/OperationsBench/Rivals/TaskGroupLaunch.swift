/// A hand-written launch with structured concurrency: a child task for each step, started by the
/// parent when its last predecessor has ended.
enum TaskGroupLaunch {
  static func run(_ plan: LaunchPlan, _ steps: BusySteps) async {
    var missing = plan.predecessors.map(\.count)
    await withTaskGroup(of: Int.self) { group in
      func start(_ step: Int) {
        if plan.steps[step].isOnMain {
          group.addTask { @MainActor in
            steps.perform(step)
            return step
          }
        } else {
          group.addTask {
            steps.perform(step)
            return step
          }
        }
      }
      for step in missing.indices where missing[step] == 0 { start(step) }
      while let ended = await group.next() {
        for step in missing.indices where plan.predecessors[step].contains(ended) {
          missing[step] -= 1
          if missing[step] == 0 { start(step) }
        }
      }
    }
  }
}
