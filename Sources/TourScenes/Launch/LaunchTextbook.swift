internal import Stagecraft

extension LaunchScene {
  /// One task after the other.
  func playInARow(_ narrator: Narrator) async throws -> LaunchReport {
    narrator.chapter("The textbook: one task after the other")
    let log = LaunchLog()
    for task in tasks {
      if task.kind == .waits { try await log.wait(task) } else { try log.work(task) }
    }
    let report = log.report
    narrator.promise(
      "All \(tasks.edges) edges are kept, and one task runs at a time.",
      isKept: report.missed.isEmpty && report.atATime == 1 && report.ended.count == tasks.count)
    return report
  }

  /// A queue in which urgent tasks come first.
  @discardableResult
  func playByPriority(_ narrator: Narrator) async throws -> LaunchReport {
    narrator.chapter("The next idea: a queue with \(cores) places, urgent tasks first")
    var configuration = OperationManager.Configuration()
    configuration.maximumConcurrency = cores
    configuration.isSuspended = true
    let manager = OperationManager("launch", configuration: configuration)
    let log = LaunchLog()
    for task in tasks {
      let options = OperationOptions(
        task.name, priority: task.urgency, lane: task.kind == .main ? .main : .compute)
      switch task.kind {
      case .main: manager.submit(options) { @MainActor in try log.work(task) }
      case .busy: manager.submit(options) { try log.work(task) }
      case .waits: manager.submit(options) { try await log.wait(task) }
      }
    }
    manager.resume()
    try await manager.waitUntilIdle()
    let report = log.report
    for (task, needed) in report.missed.prefix(4) {
      narrator.show("“\(task)” began before “\(needed)” had ended")
    }
    narrator.promise(
      "\(report.missed.count) of \(tasks.edges) edges are broken: priorities are not dependencies.",
      isKept: report.missed.contains { $0 == ("network configuration", "certificates") }
        && report.ended.count == tasks.count && report.atATime <= cores)
    return report
  }
}
