/// The actions to perform after unlocking.
///
/// A shell creates an empty list, takes its lock, passes the list to its machine, unlocks, and
/// performs the actions, once: the list cannot be copied.
///
/// Most inputs result in few actions, and up to three need no allocation. Actions that may run user
/// code come after all others, whenever they were added: a waiter that is to be woken does not wait
/// for a slow hook.
@frozen
@usableFromInline
package struct Effects<Action>: ~Copyable {
  @usableFromInline var first: Action?
  @usableFromInline var second: Action?
  @usableFromInline var third: Action?
  /// Whether `third` is an action of ``appendLast(_:)``.
  @usableFromInline var thirdIsLast = false
  // Nil, not empty: destroying an array, even an empty one, releases an object.
  @usableFromInline var rest: [Action]?
  @usableFromInline var last: [Action]?

  @inlinable
  @inline(__always)
  package init() {}

  @inlinable
  @inline(__always)
  package var isEmpty: Bool { first == nil && third == nil }

  /// Adds an action.
  ///
  /// - Parameter action: An action that runs no user code, or none that may take long.
  @inlinable
  package mutating func append(_ action: Action) {
    if first == nil {
      first = action
    } else if second == nil {
      second = action
    } else if third == nil {
      third = action
    } else {
      if rest == nil { rest = [] }
      rest?.append(action)
    }
  }

  /// Adds an action to be performed after those of ``append(_:)``.
  ///
  /// - Parameter action: An action that may run user code.
  @inlinable
  package mutating func appendLast(_ action: Action) {
    if third == nil {
      third = action
      thirdIsLast = true
    } else {
      if last == nil { last = [] }
      last?.append(action)
    }
  }

  /// The action, if it is the only one.
  @inlinable
  package var only: Action? {
    guard second == nil, last == nil, first == nil || third == nil else { return nil }
    return first ?? third
  }

  /// Calls `body` with each action: first those of ``append(_:)``, then those of
  /// ``appendLast(_:)``, each in the order in which they were added.
  ///
  /// - Parameter body: Performs an action; call this without holding a lock.
  @inlinable
  package consuming func performEach(_ body: (Action) -> Void) {
    if let first { body(first) }
    if let second { body(second) }
    if let third, !thirdIsLast { body(third) }
    if let rest { for action in rest { body(action) } }
    if let third, thirdIsLast { body(third) }
    if let last { for action in last { body(action) } }
  }

  /// Returns the actions as an array, in the order of ``performEach(_:)``.
  package consuming func all() -> [Action] {
    var actions: [Action] = []
    performEach { actions.append($0) }
    return actions
  }
}

extension Effects: Sendable where Action: Sendable {}
