internal import CStageFloor

/// Tells the thread sanitizer of a hand-over that it cannot see.
///
/// A task that waits in `withUnsafeContinuation` learns through the runtime that it goes on, and the
/// runtime is not built with the sanitizer. What the resuming thread did before is then taken for a
/// race with what the task does after, in the code of users too. Call ``publish(_:)`` before the
/// resume and ``receive(_:)`` after the `await`, with the same object: one that stands for this
/// hand-over, such as a handle, a request or a pool's core, and not one that all have in common,
/// because real races would then be hidden.
///
/// Without the sanitizer both do nothing. Where an atomic of the hand-over's own is at hand, a
/// releasing store before the resume and an acquiring load after the `await` do the same.
package enum HandOver {
  /// What this thread has done so far comes before what follows ``receive(_:)``.
  package static func publish(_ object: AnyObject) {
    stage_sanitizer_release(Unmanaged.passUnretained(object).toOpaque())
  }

  /// The task has been resumed by a thread that called ``publish(_:)``.
  package static func receive(_ object: AnyObject) {
    stage_sanitizer_acquire(Unmanaged.passUnretained(object).toOpaque())
  }
}
