import Foundation

/// Runs `body` on a thread of its own, and waits for its end without blocking a thread.
///
/// Code that blocks or spins until another thread or task acts belongs here. All tasks share as
/// many threads as there are processors: two tests that block one each while they wait for a third
/// task would wait forever, and no time limit could fire.
package func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(with: Swift.Result(catching: body))
    }
  }
}
