internal import StageFloor

/// Suspends a task until a change is signalled; several if they share copies of an iterator.
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
  package func wait() async {
    await parked {
      listener.park($0)
    } onCancel: {
      listener.wake()
    }
  }
}

/// A separate object, so that the signal does not retain the waiter.
private final class WaiterListener: ListListener {
  private struct State: Sendable {
    var isSignalled = false
    var waiters: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  func listMayHaveChanged() { wake() }

  func reset() {
    state.withLock { $0.isSignalled = false }
  }

  func park(_ continuation: UnsafeContinuation<Void, Never>) -> Void? {
    state.withLock { state in
      if state.isSignalled { return () }
      state.waiters.append(continuation)
      return nil
    }
  }

  /// Resumes all waiting tasks after a signal or a cancellation, and prevents the next wait.
  func wake() {
    for waiter in state.exchange(State(isSignalled: true)).waiters { waiter.resume() }
  }
}
