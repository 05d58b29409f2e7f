internal import StageFloor

/// Suspends a task until a bell rings; several tasks only if they share copies of an iterator.
package final class BellWaiter: Sendable {
  private let bell: ListBell
  private let ear = Ear()

  package init(_ bell: ListBell) {
    self.bell = bell
  }

  deinit { bell.forget(ear) }

  /// Registers for the next ring, which ends the next wait.
  package func listen() {
    ear.reset()
    bell.listen(ear)
  }

  /// Suspends until the bell has rung since ``listen()``, or until the task is cancelled.
  package func wait(isolation actor: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if !ear.park(continuation) { continuation.resume() }
      }
    } onCancel: {
      ear.wake()
    }
  }
}

/// The listener of a ``BellWaiter``, a separate object so that the bell does not retain the waiter.
private final class Ear: ListListener {
  private let lock = LockWord()
  nonisolated(unsafe) private var hasHeard = false  // guard: `lock`
  nonisolated(unsafe) private var sleepers: [UnsafeContinuation<Void, Never>] = []  // guard: `lock`

  deinit { lock.deallocate() }

  func listMayHaveChanged() { wake() }

  func reset() {
    lock.withLock { hasHeard = false }
  }

  /// - Returns: False if there is no need to wait.
  func park(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
    lock.withLock {
      if hasHeard { return false }
      sleepers.append(continuation)
      return true
    }
  }

  /// Resumes all waiting tasks after a ring or a cancellation, and prevents the next wait.
  func wake() {
    lock.lock()
    hasHeard = true
    let woken = sleepers
    sleepers = []
    lock.unlock()
    for sleeper in woken { sleeper.resume() }
  }
}
