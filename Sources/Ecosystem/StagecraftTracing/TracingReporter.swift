#if Tracing
internal import StageFloor
internal import StagecraftGraphs
public import Tracing

/// Makes spans of swift-distributed-tracing for operations, waits in pools, and leases.
///
/// ```swift
/// let tracing = TracingReporter()  // the tracer of the process
/// tracing.report(all: [manager, connections, scanners])
/// ```
///
/// - **Operations.** A span lasts from the submission to the end. Its parent is the span of the code
///   that submits the operation, and the spans that the body opens are its children. Links lead to
///   the operations that it depends on.
/// - **Pools.** A borrower that waits in line has a span for its wait; a loan without a wait has
///   none, and costs what it costs without a reporter.
/// - **Shared pools.** A span lasts from the request to the end of the lease.
/// - **Graphs.** A run with the options ``StagecraftGraphs/OperationGraph/RunOptions/traced(by:)`` has
///   a span, and so has each of its steps.
/// - **Errors.** What fails, is cancelled, times out or is lost sets the status of its span, and
///   records the error.
/// - **References.** The reporter retains none of the objects.
///
/// All members may be called from any thread or task.
public final class TracingReporter: Sendable {
  let core: TracingCore

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - tracer: What makes the spans, or nil for the tracer of the process. Bootstrap the
  ///     instrumentation system before.
  ///   - maximumNames: The number of different names that it gives to spans. Further ones are named
  ///     by their kind, such as `operation`; their attributes have the name in any case.
  public init(_ tracer: (any Tracer)? = nil, maximumNames: Int = 1_000) {
    require(maximumNames >= 0, "A reporter cannot give \(maximumNames) names: allow 0 or more.")
    core = TracingCore(tracer ?? InstrumentationSystem.tracer, maximumNames: maximumNames)
  }

  deinit { stop() }

  /// Makes spans for an object from now on.
  ///
  /// An object has spans of one reporter: a later one replaces an earlier one.
  ///
  /// - Parameters:
  ///   - source: A manager, a pool, a shared pool, or an object of your own.
  ///   - name: Its name in spans, or nil for its own.
  public func report(_ source: some TracingSource, as name: String? = nil) {
    // Otherwise it would take the place of another reporter.
    guard !core.isStopped else { return }
    let track = TracingTrack(core, name ?? source.tracingName ?? "unnamed")
    core.keep(source.trace(to: track)) { [weak source] in source != nil }
  }

  /// Makes spans for several objects from now on, with their own names.
  ///
  /// - Parameter sources: The objects.
  public func report(all sources: [any TracingSource]) {
    for source in sources { report(source) }
  }

  /// Begins no further spans.
  ///
  /// Open spans end when their work ends; a run that has begun has spans of its further steps.
  /// Calling it again has no effect, and objects that are reported later have no spans.
  public func stop() { core.stop() }

  /// Waits until every span that has begun has ended.
  ///
  /// An operation has ended a moment before its span has: call it before the tracer is flushed, after
  /// ``stop()`` and after the managers were shut down. It returns at once if the task is cancelled.
  public func waitForSpans() async { await core.waitForSpans() }
}
#endif
