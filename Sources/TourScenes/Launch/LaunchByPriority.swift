internal import Stagecraft

/// The next idea: all tasks in a queue, the urgent first.
struct LaunchByPriority: Sendable {
  let tasks: [LaunchTask]
  let cores: Int

  func run() async throws -> LaunchReport {
    var configuration = OperationManager.Configuration()
    configuration.maximumConcurrency = cores
    configuration.isSuspended = true
    let manager = OperationManager("launch", configuration: configuration)
    let log = LaunchLog()
    for task in tasks { submit(task, to: manager, log) }
    manager.resume()
    try await manager.waitUntilIdle()
    return log.report
  }

  private func submit(_ task: LaunchTask, to manager: OperationManager, _ log: LaunchLog) {
    let options = OperationOptions(
      task.name, priority: task.urgency.priority, lane: task.kind == .main ? .main : .compute)
    switch task.kind {
    case .main: manager.submit(options) { @MainActor in try log.watch(task) { try task.work() } }
    case .busy: manager.submit(options) { try log.watch(task) { try task.work() } }
    case .waits:
      manager.submit(options) {
        log.begin(task)
        defer { log.end(task) }
        try await Task.sleep(for: task.duration)
      }
    }
  }
}

extension LaunchTask.Urgency {
  fileprivate var priority: OperationPriority {
    switch self {
    case .low: .low
    case .normal: .normal
    case .high: .high
    }
  }
}
