internal import CStageFloor

/// Starts a thread that calls `body`; the name is truncated to 15 bytes.
///
/// `false` if the system cannot start a thread; `body` is then released.
package func startThread(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
  let context = Unmanaged.passRetained(ThreadBody(body))
  let hasStarted = stage_start_thread(
    { context in
      guard let context else { return }
      Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    }, context.toOpaque(), name)
  if !hasStarted { context.release() }
  return hasStarted
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
