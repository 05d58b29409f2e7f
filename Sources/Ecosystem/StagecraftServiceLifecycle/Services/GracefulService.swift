#if ServiceLifecycle
public import ServiceLifecycle

/// A service that waits for a graceful shutdown, and then shuts down within a deadline.
///
/// Pools, keyed pools, managers, shared pools, lists of tables and pressure monitors are graceful
/// services. Give them to a `ServiceGroup` before the services that use them: it shuts down in
/// reverse order.
///
/// ```swift
/// let group = ServiceGroup(
///   services: [connections, manager, server], gracefulShutdownSignals: [.sigterm],
///   logger: logger)
/// try await group.run()
/// ```
///
/// With a ``ShutdownPlan``, they share one deadline and one report. Without one, each has 30 seconds,
/// and what it cuts is logged by the logger of the task.
public protocol GracefulService: Service, AnyObject {
  /// The name of the service in reports, such as `pool connections`.
  var serviceName: String { get }

  /// Shuts down. If the task is cancelled, what is left is cut at once.
  ///
  /// - Parameters:
  ///   - limit: How long to wait for work that is in progress; zero for not at all.
  ///   - clock: The clock of the limit, for services without a clock of their own.
  /// - Returns: What was cut, one sentence each; empty if all had ended.
  func shutDown(within limit: Duration, by clock: any Clock<Duration> & Sendable) async -> [String]
}

extension GracefulService {
  /// Waits for a graceful shutdown or for cancellation, and shuts down.
  public func run() async throws { await ShutdownPlan(deadline: .seconds(30)).run(self) }
}
#endif
