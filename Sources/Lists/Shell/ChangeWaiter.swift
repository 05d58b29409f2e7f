internal import StageFloor

/// Suspends a task until a change is signalled; several tasks only if they share copies of an
/// iterator.
package final class ChangeWaiter: Sendable {
  private let changeSignal: ListChangeSignal
  private let listener = WaiterListener()

  package init(_ changeSignal: ListChangeSignal) {
    self.changeSignal = changeSignal
  }

  deinit { changeSignal.removeListener(listener) }

  package func listen() {
    listener.reset()
    changeSignal.addListener(listener)
  }

  /// Suspends until a change has been signalled since ``listen()``, or the task is cancelled.
  package func wait(isolation actor: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if !listener.park(continuation) { continuation.resume() }
      }
    } onCancel: {
      listener.wake()
    }
  }
}

/// A separate object, so that the signal does not retain the waiter.
private final class WaiterListener: ListListener {
  private let lock = LockWord()
  nonisolated(unsafe) private var isSignalled = false  // guard: `lock`
  nonisolated(unsafe) private var waiters: [UnsafeContinuation<Void, Never>] = []  // guard: `lock`

  deinit { lock.deallocate() }

  func listMayHaveChanged() { wake() }

  func reset() {
    lock.withLock { isSignalled = false }
  }

  func park(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
    lock.withLock {
      if isSignalled { return false }
      waiters.append(continuation)
      return true
    }
  }

  /// Resumes all waiting tasks after a signal or a cancellation, and prevents the next wait.
  func wake() {
    lock.lock()
    isSignalled = true
    let woken = waiters
    waiters = []
    lock.unlock()
    for waiter in woken { waiter.resume() }
  }
}
