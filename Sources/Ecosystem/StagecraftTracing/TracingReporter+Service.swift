#if Tracing && ServiceLifecycle
public import ServiceLifecycle

extension TracingReporter: Service {
  /// Waits for a graceful shutdown or for cancellation, stops, and waits until all spans have ended.
  ///
  /// Spans are made before it runs, too. To have spans of what happens while other services shut
  /// down, run it before them, and after the service of the tracer: a group ends its services in
  /// reverse order.
  public func run() async throws {
    try? await gracefulShutdown()
    stop()
    await waitForSpans()
  }
}
#endif
