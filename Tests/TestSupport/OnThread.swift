import Foundation

/// Runs `body` on a thread of its own, and waits for its end without blocking one.
///
/// Whatever blocks or spins until another thread or task does something belongs here: of the
/// threads on which all tasks run there are as many as processors, and two tests that hold one each
/// while they wait for a third task would wait for ever, and with them every time limit.
package func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(with: Swift.Result(catching: body))
    }
  }
}
