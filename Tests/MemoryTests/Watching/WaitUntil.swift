@testable import StagecraftMemory

/// Waits until a condition holds that nobody tells of.
///
/// It is asked again and again on a watch thread of its own, which sleeps in between.
func waitUntil(_ condition: @escaping @Sendable () -> Bool) async {
  let thread = WatchThread()
  let lookout = ScriptedLookout(.init(nextLook: 0, look: { _, _, _ in !condition() }))
  let watch = thread.add(lookout)
  for await happening in lookout.happenings where happening == .closed { break }
  watch.end()
}
