internal import CStageFloor

/// Reports to the thread sanitizer a happens-before edge that it cannot see.
///
/// A task that waits in `withUnsafeContinuation` is resumed through the runtime, which is not built
/// with the sanitizer. The sanitizer would therefore report a race between what the resuming thread
/// did before and what the task does afterwards, in users' code too. Call ``publish(_:)`` before
/// the resume and ``receive(_:)`` after the `await`, with the same object. The object must be
/// specific to this hand-over, such as a handle, a request or a pool's core: an object shared by
/// many hand-overs would hide real races.
///
/// Without the sanitizer, both functions do nothing. Where the hand-over has its own atomic, a
/// releasing store before the resume and an acquiring load after the `await` have the same effect.
package enum HandOver {
  /// Orders everything this thread has done so far before everything that follows ``receive(_:)``.
  package static func publish(_ object: AnyObject) {
    stage_sanitizer_release(Unmanaged.passUnretained(object).toOpaque())
  }

  package static func receive(_ object: AnyObject) {
    stage_sanitizer_acquire(Unmanaged.passUnretained(object).toOpaque())
  }
}
