#if Logging && ServiceLifecycle
public import ServiceLifecycle

extension LogReporter: Service {
  /// Waits for a graceful shutdown or for cancellation, and stops.
  ///
  /// Events are reported before it runs, too. To report what happens while other services shut down,
  /// run it before them: a group ends its services in reverse order.
  public func run() async throws {
    try? await gracefulShutdown()
    stop()
  }
}
#endif
