import Dispatch
package import Testing

/// Runs long computing tests one after another on one extra thread.
///
/// There are as many task threads as processors. A test that occupies one of them for seconds
/// delays all tests that wait to resume after an `await`, and some of those wait no longer than
/// half a minute.
package struct SeparateThreadTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(SeparateThreadExecutor.shared) { try await function() }
  }
}

extension Trait where Self == SeparateThreadTrait {
  /// For tests that compute for seconds and are isolated to no actor.
  package static var onSeparateThread: Self { Self() }
}

/// One thread, on which tests take turns.
private final class SeparateThreadExecutor: TaskExecutor {
  static let shared = SeparateThreadExecutor()

  private let queue = DispatchQueue(label: "tests on a separate thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
