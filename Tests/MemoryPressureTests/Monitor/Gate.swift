import StageFloor

/// Tasks wait at it until it is opened.
final class Gate: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var isOpen = false  // guard: `lock`
  nonisolated(unsafe) private var waiting: [CheckedContinuation<Void, Never>] = []  // guard: `lock`

  deinit { lock.deallocate() }

  func open() {
    let waiting = lock.withLock {
      isOpen = true
      defer { self.waiting = [] }
      return self.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = lock.withLock {
        if !self.isOpen { waiting.append(continuation) }
        return self.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
