internal import Stagecraft

extension LaunchScene {
  func playInARow(_ narrator: Narrator) async throws -> LaunchReport {
    narrator.chapter("The textbook: one task after another")
    let report = try await narrator.live("tasks in a row") { live in
      let log = LaunchLog(live)
      for task in tasks { try await log.run(task) }
      return log.report
    }
    narrator.observation(
      "All \(tasks.dependencies) dependencies are kept, and one task runs at a time.",
      isSeen: report.missed.isEmpty && report.mostAtATime == 1 && report.ended.count == tasks.count)
    return report
  }

  @discardableResult
  func playByPriority(_ narrator: Narrator) async throws -> LaunchReport {
    narrator.chapter("The textbook's repair: \(cores) tasks at a time, urgent ones first")
    var configuration = OperationManager.Configuration()
    configuration.maximumConcurrency = cores
    configuration.isSuspended = true
    let manager = OperationManager("launch", configuration: configuration)
    narrator.record(manager, as: "by priority")
    let report = try await narrator.live("tasks by priority") { live in
      let log = LaunchLog(live)
      for task in tasks {
        let options = OperationOptions(
          task.name, priority: task.urgency, lane: task.kind == .main ? .main : .compute)
        manager.submit(options) { try await log.run(task) }
      }
      manager.resume()
      try await manager.waitUntilIdle()
      return log.report
    }
    for (task, needed) in report.missed.prefix(4) {
      narrator.show("“\(task)” began before “\(needed)” had ended")
    }
    narrator.observation(
      "\(report.missed.count) of \(tasks.dependencies) dependencies are broken: priorities do not replace them.",
      isSeen: report.missed.contains { $0 == ("network configuration", "certificates") }
        && report.ended.count == tasks.count && report.mostAtATime <= cores)
    return report
  }
}
