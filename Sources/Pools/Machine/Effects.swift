/// A list of actions that does not allocate while it holds at most one.
///
/// Nearly every event of a pool results in at most one action, and so does not allocate. Actions
/// that may run user code come after all others, whenever they were added: a waiter that is to be
/// woken does not wait for a slow hook.
///
/// Not in StageFloor: the compiler does not specialize the destruction of a generic type of another
/// module, and a loan executes a fifth more instructions.
struct Effects<Action> {
  private var first: Action?
  private var firstIsLast = false
  // Nil, not empty: an empty array is reference-counted wherever the list is passed.
  private var rest: [Action]?
  private var last: [Action]?

  init() {}

  var isEmpty: Bool { first == nil }

  mutating func append(_ action: Action) {
    if let first, firstIsLast {
      last = [first] + (last ?? [])
      self.first = action
      firstIsLast = false
    } else if first == nil {
      first = action
    } else {
      if rest == nil { rest = [] }
      rest?.append(action)
    }
  }

  mutating func appendLast(_ action: Action) {
    if first == nil {
      first = action
      firstIsLast = true
    } else {
      if last == nil { last = [] }
      last?.append(action)
    }
  }

  var only: Action? { rest == nil && last == nil ? first : nil }

  /// First the actions of ``append(_:)``, then those of ``appendLast(_:)``, each in order.
  func performEach(_ body: (Action) -> Void) {
    guard let first else { return }
    body(first)
    if let rest { for action in rest { body(action) } }
    if let last { for action in last { body(action) } }
  }

  func all() -> [Action] {
    var actions: [Action] = []
    performEach { actions.append($0) }
    return actions
  }
}
