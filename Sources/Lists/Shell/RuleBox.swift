internal import StageFloor

/// The rules of an engine, which can be changed at any time and apply from the next update.
@usableFromInline
final class RuleBox<Rules: Sendable>: Sendable {
  private let state: Guarded<(rules: Rules, isNew: Bool)>

  @usableFromInline
  init(_ rules: Rules) { state = Guarded((rules, false)) }

  @usableFromInline var current: Rules { state.withLock { $0.rules } }

  /// `body` does not call user code.
  @usableFromInline
  func change(_ body: (inout Rules) -> Void) {
    let old = state.withLock { state in
      let old = state.rules
      body(&state.rules)
      state.isNew = true
      return old
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline var hasChanged: Bool { state.withLock { $0.isNew } }

  /// Returns the rules if they have changed since the last call.
  @usableFromInline
  func take() -> Rules? {
    state.withLock { state in
      defer { state.isNew = false }
      return state.isNew ? state.rules : nil
    }
  }
}
