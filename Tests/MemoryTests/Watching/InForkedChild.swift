import CTestSupport
import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// A test that forks.
  ///
  /// Not run under a sanitizer: other threads may hold its locks at the moment of the fork, and in
  /// the child those locks would never be released.
  static var inForkedChild: Self {
    .enabled(if: Sanitizer.running == nil, "a sanitizer's locks do not survive a fork")
  }
}

/// Runs `body` in a forked child, and waits for it on a thread that may block.
///
/// - Parameters:
///   - context: Passed to `body`; retained until the child has ended.
///   - seconds: The time limit of the child.
///   - body: The code to run.
/// - Returns: The result of `body`; negative if there is none.
func inForkedChild<Context: AnyObject>(
  with context: Context, seconds: UInt32,
  _ body: @escaping @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Int32
) async -> Int32 {
  let kept = Unmanaged.passRetained(context)
  defer { kept.release() }
  return await inForkedChild(kept.toOpaque(), seconds: seconds, body)
}

/// Runs `body` in a forked child, and waits for it on a thread that may block.
///
/// - Parameters:
///   - context: Passed to `body`.
///   - seconds: The time limit of the child.
///   - body: The code to run.
/// - Returns: The result of `body`; negative if there is none.
func inForkedChild(
  _ context: UnsafeMutableRawPointer? = nil, seconds: UInt32,
  _ body: @escaping @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Int32
) async -> Int32 {
  let address = UInt(bitPattern: context)
  let result = try? await onThread {
    test_in_forked_child(body, UnsafeMutableRawPointer(bitPattern: address), seconds)
  }
  return result ?? -2
}
