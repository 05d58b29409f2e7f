public import StagecraftMemory
internal import StageFloor

/// A source of pressure that a test plays by hand.
///
/// ```swift
/// let trigger = PressureTrigger()
/// let pressure = PressureMonitor(sources: .only(trigger))
/// let registration = pressure.register("covers", cost: .computed) { _ in covers.dropAll() }
///
/// let report = await trigger.press(.critical)  // returns when all have been asked
/// precondition(report?.released == 4096 && covers.isEmpty)
/// ```
///
/// A monitor hears a report before ``report(_:cause:target:lasting:)`` returns: then its level says
/// so, and a pass has begun if there is to be one. What stays to be awaited is the end of that pass,
/// and ``press(_:cause:target:lasting:)`` awaits it.
///
/// It works with several monitors: all hear what it reports, in the order in which they began to
/// listen. Nobody hears what was over before a monitor listened; but what is so *until it changes* is
/// told to each monitor that comes later, as a source of the system's would tell it.
///
/// All methods may be called from any thread, one after another; of two reports at the same time
/// each monitor may hear another one first.
public final class PressureTrigger: PressureSource {
  private struct State {
    var lastListener = 0
    /// In the order in which they began to listen.
    var listeners: [(number: Int, reporter: PressureReporter)] = []
    /// What is so until it changes.
    var standing: PressureReport?
  }

  /// What it is called in lists and reports.
  public let name: String

  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`

  /// A source that has nothing to say yet.
  public init(name: String = "trigger") { self.name = name }

  deinit { lock.deallocate() }

  /// How many monitors listen: those that were given it, and neither dropped nor lost it.
  public var listenerCount: Int { lock.withLock { state.listeners.count } }

  /// Begins to tell one more monitor what it reports; called by the monitor.
  ///
  /// - Parameter reporter: takes reports to the monitor.
  /// - Returns: what ends that when it is dropped.
  public func watch(_ reporter: PressureReporter) -> PressureWatch {
    let (number, standing) = lock.withLock {
      state.lastListener += 1
      state.listeners.append((state.lastListener, reporter))
      return (state.lastListener, state.standing)
    }
    reporter.isWatching("played by hand")
    if let standing { reporter.report(standing) }
    return PressureWatch { [weak self] in self?.forget(number) }
  }

  /// Reports how short memory is.
  ///
  /// When it returns, all monitors that listen have heard it.
  ///
  /// - Parameters:
  ///   - level: how short; `normal` takes back what was reported.
  ///   - cause: what made the source speak.
  ///   - target: how many bytes would have to be given back, if that is known.
  ///   - lasting: for how long that holds.
  public func report(
    _ level: PressureLevel, cause: PressureCause = .simulated, target: Int? = nil,
    lasting: PressureReporter.Lasting = .momentary
  ) {
    let report = PressureReport(level: level, cause: cause, target: target, lasting: lasting)
    for reporter in note(report) { reporter.report(report) }
  }

  /// Reports how short memory is, and waits for the end of the pass that follows.
  ///
  /// If a pass is under way, that one is awaited. Cancelling the task does not end the wait. A
  /// responder that hangs holds the pass up for its budget, on the monitor's clock: with a
  /// ``ManualClock``, press in a task of its own, let the responder tell that it was asked, and move
  /// the clock by the budget. The clock also has sleepers that wait for the pressure to fade.
  ///
  /// With several monitors, all hear it, and the pass is that of the one that has listened longest;
  /// for those of the others read their `reports`.
  ///
  /// - Parameters:
  ///   - level: how short.
  ///   - cause: what made the source speak.
  ///   - target: how many bytes would have to be given back, if that is known.
  ///   - lasting: for how long that holds.
  /// - Returns: what the pass gave back; nil if there is no pass: nobody listens, the level is
  ///   `normal`, or the monitor holds off.
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

  /// Is gone, as a source whose file was removed.
  ///
  /// Its monitors list it as lost, what it reported fades, and they hear nothing from it any more. A
  /// monitor that is made later may have it again.
  ///
  /// - Parameter reason: why, in words.
  public func lose(_ reason: String) {
    let listeners = lock.withLock {
      state.standing = nil
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener.reporter.isLost(reason) }
  }

  /// - Returns: those who are to hear it.
  private func note(_ report: PressureReport) -> [PressureReporter] {
    lock.withLock {
      if report.level == .normal {
        state.standing = nil
      } else if report.lasting == .untilChanged {
        state.standing = report
      }
      return state.listeners.map(\.reporter)
    }
  }

  private func forget(_ number: Int) {
    let forgotten = lock.withLock { () -> PressureReporter? in
      guard let index = state.listeners.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return state.listeners.remove(at: index).reporter
    }
    // It ends here, outside the lock.
    _ = forgotten
  }
}

extension PressureReporter {
  fileprivate func report(_ report: PressureReport) {
    self.report(
      report.level, cause: report.cause, target: report.target, lasting: report.lasting)
  }
}
