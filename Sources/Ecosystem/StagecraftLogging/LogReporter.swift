#if Logging
public import Logging
internal import StageFloor

/// Writes what happens in pools, managers, lists and screens to a log of swift-log.
///
/// ```swift
/// let log = LogReporter()  // the logger of the task
/// log.report(all: [connections, scanners, manager, pressure])
/// log.report(orders)
/// ```
///
/// - **Few lines.** The first event of a kind is written at once. Further events of the same kind
///   and object are counted: at the end of the interval, one line has the last of them and their
///   `count`. A pool that times out ten thousand times a second writes a line a minute.
/// - **Metadata, not sentences.** Messages are constants, such as `pool wait timed out`; names,
///   durations and errors are metadata.
/// - **Levels.** What is wrong is a warning or an error; what was expected is `info` or below. Events
///   below the level of the logger are dropped first.
/// - **References.** The reporter retains none of the objects.
/// - **Cost.** A pool that is reported takes its slow path from then on.
///
/// All members may be called from any thread or task. Lines are written on the thread of the event;
/// repeated ones, by a task.
public final class LogReporter: Sendable {
  let core: LogCore

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - logger: Where lines are written, or nil for that of the task, as `withLogger` binds it; if
  ///     there is none, for one with the label `stagecraft`.
  ///   - interval: How long events of one kind and object are counted before a line is written.
  ///   - clock: The clock of the interval.
  public init(
    _ logger: Logger? = nil, every interval: Duration = .seconds(60),
    clock: any Clock<Duration> & Sendable = ContinuousClock()
  ) {
    require(interval > .zero, "The interval of a reporter must be positive, not \(interval).")
    core = LogCore(
      logger ?? .ofTask, interval: interval.wholeNanoseconds, timekeeper: Timekeeper(clock))
  }

  deinit { stop() }

  /// Reports an object from now on.
  ///
  /// - Parameters:
  ///   - source: A pool, a shared pool, a manager, a monitor, or an object of your own.
  ///   - name: Its name in the metadata, or nil for its own.
  public func report(_ source: some LogSource, as name: String? = nil) {
    add(source, source.logKey, name ?? source.logName) { source.log(to: $0) }
  }

  /// Reports several objects from now on, with their own names.
  ///
  /// - Parameter sources: The objects.
  public func report(all sources: [any LogSource]) {
    for source in sources { report(source) }
  }

  /// Ends all observations, and writes the lines of events that were counted.
  ///
  /// Calling it again has no effect. Objects that are reported later have no effect.
  public func stop() { core.stop() }

  func add(
    _ source: some AnyObject & Sendable, _ key: String, _ name: String?,
    _ begin: (LogTrack) -> ObservationToken
  ) {
    guard let (number, old) = core.reserve({ [weak source] in source != nil }) else { return }
    for token in old { token.cancel() }
    core.keep(begin(LogTrack(number, key, name, core)), as: number)
  }
}

extension Logger {
  // Read only without a given logger: the first read makes the default logger of the process. Its
  // label is empty.
  fileprivate static var ofTask: Logger {
    let bound = Logger.current
    return bound.label.isEmpty ? Logger(label: "stagecraft") : bound
  }
}
#endif
