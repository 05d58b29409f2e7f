#if Metrics
#if ServiceLifecycle
public import ServiceLifecycle

extension MetricsReporter: Service {}
#endif

/// Runs the body in a task that a cancellation or a graceful shutdown cancels.
func untilShutdown(_ body: @escaping @Sendable () async -> Void) async {
  let task = Task { await body() }
  #if ServiceLifecycle
  await withTaskCancellationOrGracefulShutdownHandler {
    await task.value
  } onCancelOrGracefulShutdown: {
    task.cancel()
  }
  #else
  await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
  #endif
}
#endif
