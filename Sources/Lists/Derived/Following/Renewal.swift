internal import StageFloor

/// The rules that an engine follows, which may be changed at any time and hold from the next step on.
@usableFromInline
final class Renewal<Rules: Sendable>: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var rules: Rules  // guard: `lock`
  nonisolated(unsafe) private var isFresh = false  // guard: `lock`

  @usableFromInline
  init(_ rules: Rules) {
    self.rules = rules
  }

  deinit { lock.deallocate() }

  /// The rules as they are now.
  @usableFromInline var current: Rules { lock.withLock { rules } }

  /// Changes the rules; `body` calls nothing of the user's.
  func change(_ body: (inout Rules) -> Void) {
    lock.lock()
    let old = rules
    body(&rules)
    isFresh = true
    lock.unlock()
    withExtendedLifetime(old) {}
  }

  /// The rules, if they have been changed since they were last taken.
  @usableFromInline
  func take() -> Rules? {
    lock.withLock {
      defer { isFresh = false }
      return isFresh ? rules : nil
    }
  }
}
