/// The collector: what began and ended when, and what went wrong.
///
/// The scene believes it, not the managers and graphs.
final class LaunchLog: Sendable {
  private struct Entry: Sendable {
    var began: Duration
    var ended: Duration?
  }

  private struct Notes: Sendable {
    var entries: [String: Entry] = [:]
    /// What each task missed when it began.
    var missed: [(task: String, needed: String)] = []
    var errors: [(task: String, error: String)] = []
    /// Errors of which nobody took note, because the collector was not ready.
    var lostErrors = 0
  }

  private let start = ContinuousClock.now
  private let notes = Locked(Notes())
  /// How many tasks ran at a time.
  let running = Gauge()

  /// Does a task, and takes note of it.
  func watch(_ task: LaunchTask, _ body: () throws -> Void) throws {
    begin(task)
    defer { end(task) }
    do {
      try body()
    } catch {
      report(error, of: task)
      throw error
    }
  }

  func begin(_ task: LaunchTask) {
    running.enter()
    let moment = ContinuousClock.now - start
    notes.withLock { notes in
      notes.entries[task.name] = Entry(began: moment)
      for needed in task.needs where notes.entries[needed]?.ended == nil {
        notes.missed.append((task.name, needed))
      }
    }
  }

  func end(_ task: LaunchTask) {
    let moment = ContinuousClock.now - start
    notes.withLock { $0.entries[task.name]?.ended = moment }
    running.leave()
  }

  private func report(_ error: any Error, of task: LaunchTask) {
    notes.withLock { notes in
      guard notes.entries[LaunchPlan.collector]?.ended != nil else {
        notes.lostErrors += 1
        return
      }
      notes.errors.append((task.name, "\(error)"))
    }
  }

  /// What the notes say.
  var report: LaunchReport {
    notes.withLock { notes in
      LaunchReport(
        firstScreen: notes.entries[LaunchPlan.firstScreen]?.ended,
        total: notes.entries.values.compactMap(\.ended).max() ?? .zero,
        done: Set(notes.entries.keys), missed: notes.missed, errors: notes.errors,
        lostErrors: notes.lostErrors,
        first: notes.entries.min { $0.value.began < $1.value.began }?.key,
        atATime: running.peak)
    }
  }
}

/// How a launch went.
struct LaunchReport: Sendable {
  /// When the first screen stood; nil: it did not.
  let firstScreen: Duration?
  /// When the last task had ended.
  let total: Duration
  let done: Set<String>
  /// What began before something it needs had ended.
  let missed: [(task: String, needed: String)]
  /// What the collector was told.
  let errors: [(task: String, error: String)]
  let lostErrors: Int
  /// What began first.
  let first: String?
  let atATime: Int
}

/// What went wrong in the launch that does.
struct LaunchError: Error, CustomStringConvertible {
  let description: String
}

extension LaunchTask {
  /// Keeps the thread busy for as long as the task takes.
  func work(failing broken: String? = nil) throws {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
    if name == broken { throw LaunchError(description: "no \(name) on the disk") }
  }
}
