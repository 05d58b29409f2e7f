/// The textbook's launch: one task after the other, on the main thread.
@MainActor
struct LaunchInARow {
  let tasks: [LaunchTask]

  func run() async throws -> LaunchReport {
    let log = LaunchLog()
    for task in tasks {
      log.begin(task)
      switch task.kind {
      case .main, .busy: try task.work()
      case .waits: try await Task.sleep(for: task.duration)
      }
      log.end(task)
    }
    return log.report
  }
}
