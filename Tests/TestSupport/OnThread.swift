import Foundation

/// Runs `body` on a thread of its own, and waits for its end without blocking a thread.
///
/// Code that blocks or spins until another thread or task acts belongs here. The threads on which
/// all tasks run are as many as the processors: two tests that hold one each while they wait for a
/// third task would wait forever, and every time limit with them.
package func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(with: Swift.Result(catching: body))
    }
  }
}
