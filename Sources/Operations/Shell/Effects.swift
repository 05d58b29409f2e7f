/// The actions to perform after unlocking, in the order in which they were collected.
///
/// Like the `Effects` of a pool, with more actions inline. A generic type in StageFloor for both was
/// measured: submitting took a tenth longer, because its destruction is not specialized.
struct Effects {
  /// Usually there are at most three actions, which need no allocation.
  private var first: EngineAction?
  private var second: EngineAction?
  private var third: EngineAction?
  private var rest: [EngineAction]?

  mutating func append(_ action: EngineAction) {
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

  /// Performs the actions; without the lock.
  func perform() {
    guard let first else { return }
    first.perform()
    if let second { second.perform() }
    if let third { third.perform() }
    for action in rest ?? [] { action.perform() }
  }
}
