internal import StageFloor

/// The rules of an engine, which can be changed at any time and apply from the next update.
@usableFromInline
final class RuleBox<Rules: Sendable>: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var rules: Rules  // guard: `lock`
  nonisolated(unsafe) private var isNew = false  // guard: `lock`

  @usableFromInline
  init(_ rules: Rules) {
    self.rules = rules
  }

  deinit { lock.deallocate() }

  @usableFromInline var current: Rules { lock.withLock { rules } }

  /// `body` does not call user code.
  @usableFromInline
  func change(_ body: (inout Rules) -> Void) {
    lock.lock()
    let old = rules
    body(&rules)
    isNew = true
    lock.unlock()
    withExtendedLifetime(old) {}
  }

  @usableFromInline var hasChanged: Bool { lock.withLock { isNew } }

  /// Returns the rules if they have changed since the last call.
  @usableFromInline
  func take() -> Rules? {
    lock.withLock {
      defer { isNew = false }
      return isNew ? rules : nil
    }
  }
}
