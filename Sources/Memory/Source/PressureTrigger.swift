public import StageFloor

/// A source of memory pressure that the program controls: a button, a command, or a test.
///
/// ```swift
/// let trigger = PressureTrigger(name: "button")
/// let pressure = PressureMonitor(sources: .automatic.and(trigger))
/// shortage.onClick { Task { await trigger.press(.critical) } }
/// ```
///
/// A monitor has received a report when ``report(_:cause:target:lasting:)`` returns: its level has
/// changed, and a pass has begun if the report requires one. Only the end of that pass has to be
/// awaited, which ``press(_:cause:target:lasting:)`` does.
///
/// A trigger works with several monitors: all receive its reports, in the order in which they began
/// to watch. A monitor does not receive reports from before it began to watch, except one that
/// lasts until it changes: like a system source, the trigger reports it to each new monitor.
///
/// All methods can be called from any thread, one after another; if two reports are made at the
/// same time, each monitor may receive them in a different order.
public final class PressureTrigger: PressureSource {
  private struct State {
    var lastListener = 0
    /// The monitors, in the order in which they began to watch.
    var listeners: [(number: Int, reporter: PressureReporter)] = []
    var standing: PressureReport?
  }

  /// The name used in lists and reports.
  public let name: String

  private let state = Guarded(State())

  /// Creates a source that has not reported anything.
  ///
  /// - Parameter name: The name used in lists and reports.
  public init(name: String = "trigger") { self.name = name }

  /// The number of monitors that watch the source, not counting those that dropped or lost it.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Adds a monitor that receives the reports; called by the monitor.
  ///
  /// - Parameter reporter: Delivers reports to the monitor.
  /// - Returns: A token that removes the monitor.
  public func watch(_ reporter: PressureReporter) -> ObservationToken {
    let (number, standing) = state.withLock { state in
      state.lastListener += 1
      state.listeners.append((state.lastListener, reporter))
      return (state.lastListener, state.standing)
    }
    reporter.reportWatching("controlled by the program")
    if let standing { reporter.report(standing) }
    return ObservationToken { [weak self] in self?.remove(number) }
  }

  /// Reports how short memory is.
  ///
  /// All watching monitors have received the report when this method returns.
  ///
  /// - Parameters:
  ///   - level: The level; `normal` withdraws the previous report.
  ///   - cause: The cause of the report.
  ///   - target: The number of bytes to release, if known.
  ///   - lasting: How long the report is valid.
  public func report(
    _ level: PressureLevel, cause: PressureCause = .simulated, target: Int? = nil,
    lasting: PressureReporter.Lasting = .momentary
  ) {
    let report = PressureReport(level: level, cause: cause, target: target, lasting: lasting)
    for reporter in note(report) { reporter.report(report) }
  }

  /// Reports how short memory is, and waits for the end of the resulting pass.
  ///
  /// If a pass is already running, that pass is awaited. Cancelling the task does not end the wait.
  /// A responder that hangs delays the pass for its budget, on the monitor's clock: with a
  /// `ManualClock`, call this method in a separate task, let the responder signal that it was
  /// called, and advance the clock by the budget. The same clock also has sleepers that wait for
  /// the pressure to fade.
  ///
  /// With several monitors, all receive the report, and the returned pass is that of the monitor
  /// that has watched longest; for the passes of the others, read their `reports`.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - cause: The cause of the report.
  ///   - target: The number of bytes to release, if known.
  ///   - lasting: How long the report is valid.
  /// - Returns: What the pass released; `nil` if there is no pass because no monitor watches, the
  ///   level is `normal`, or the monitor is in a hold-off period.
  @discardableResult
  public func press(
    _ level: PressureLevel, cause: PressureCause = .simulated, target: Int? = nil,
    lasting: PressureReporter.Lasting = .momentary
  ) async -> ReliefReport? {
    let report = PressureReport(level: level, cause: cause, target: target, lasting: lasting)
    let reporters = note(report)
    for reporter in reporters.dropFirst() { reporter.report(report) }
    return await reporters.first?.reportAwaitingRelief(report)
  }

  /// Fails permanently, like a source whose file was removed.
  ///
  /// Its monitors list it as lost, the pressure it reported fades, and they receive nothing more
  /// from it. A monitor that is created later can watch it again.
  ///
  /// - Parameter reason: A description of the reason.
  public func lose(_ reason: String) {
    let listeners = state.withLock { state in
      state.standing = nil
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener.reporter.reportLoss(reason) }
  }

  private func note(_ report: PressureReport) -> [PressureReporter] {
    state.withLock { state in
      if report.level == .normal {
        state.standing = nil
      } else if report.lasting == .untilChanged {
        state.standing = report
      }
      return state.listeners.map(\.reporter)
    }
  }

  private func remove(_ number: Int) {
    let removed = state.withLock { state -> PressureReporter? in
      guard let index = state.listeners.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return state.listeners.remove(at: index).reporter
    }
    // The reporter is released here, outside the lock.
    _ = removed
  }
}

extension PressureReporter {
  fileprivate func report(_ report: PressureReport) {
    self.report(
      report.level, cause: report.cause, target: report.target, lasting: report.lasting)
  }
}
