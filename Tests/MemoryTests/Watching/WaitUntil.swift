@testable import StagecraftMemory

/// Waits until a condition holds for which no event is sent.
///
/// The condition is polled on a separate watch thread, which sleeps between polls.
func waitUntil(_ condition: @escaping @Sendable () -> Bool) async {
  let thread = WatchThread()
  let watcher = ScriptedWatcher(.init(nextLook: 0, look: { _, _, _ in !condition() }))
  let watch = thread.add(watcher)
  for await happening in watcher.happenings where happening == .closed { break }
  watch.cancel()
}
