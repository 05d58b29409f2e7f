internal import StageFloor

/// Lets tasks sleep until a bell rings: one, unless they share copies of an iterator.
package final class BellWaiter: Sendable {
  private let bell: ListBell
  private let ear = Ear()

  package init(_ bell: ListBell) {
    self.bell = bell
  }

  deinit { bell.forget(ear) }

  /// Begins to listen: from now on a ring ends the next wait.
  package func listen() {
    ear.reset()
    bell.listen(ear)
  }

  /// Waits until the bell has rung since ``listen()``, or the task is cancelled.
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

/// What a bell knows of a ``BellWaiter``, so that it does not keep one alive.
private final class Ear: ListListener {
  private let lock = LockWord()
  nonisolated(unsafe) private var hasHeard = false  // guard: `lock`
  nonisolated(unsafe) private var sleepers: [UnsafeContinuation<Void, Never>] = []  // guard: `lock`

  deinit { lock.deallocate() }

  func listMayHaveChanged() { wake() }

  func reset() {
    lock.withLock { hasHeard = false }
  }

  /// - Returns: false if there is nothing to wait for.
  func park(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
    lock.withLock {
      if hasHeard { return false }
      sleepers.append(continuation)
      return true
    }
  }

  /// Somebody rang, or the task is cancelled: whoever sleeps wakes up, or does not fall asleep.
  func wake() {
    lock.lock()
    hasHeard = true
    let woken = sleepers
    sleepers = []
    lock.unlock()
    for sleeper in woken { sleeper.resume() }
  }
}
