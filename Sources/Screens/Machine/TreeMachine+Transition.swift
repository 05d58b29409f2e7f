extension TreeMachine {
  struct Transition {
    let number: UInt32
    let container: ScreenSlot
    let id: ScreenID
    let kind: ContainerLayout.Kind
    let request: RequestNumber
    let reason: TransitionContext.Reason
    let direction: TransitionContext.Direction
    let isAnimated: Bool
    let isInteractive: Bool
    let currentBefore: ScreenSlot
    let isVisible: Bool
    var machine: TransitionMachine
    /// The progress of the gesture, until the stage has received it.
    var progress: Double?
    var isWatched = false

    var context: TransitionContext {
      TransitionContext(
        reason, direction: direction, isAnimated: isAnimated, isInteractive: isInteractive,
        outcome: isInteractive ? .open : .completed)
    }
  }

  mutating func begin(_ edit: ReasonedEdit, of waiting: Waiting, in tree: Tree) {
    let container = waiting.container
    let currentBefore = self[container: container].layout.currentScreen
    let record = Int(self[container].container)
    tree.change = containers[record].layout.apply(edit.edit)
    start(
      edit, currentBefore: currentBefore, in: container, of: tree,
      isAnimated: waiting.isAnimated, isInteractive: false, for: waiting.request)
  }

  /// Returns the number of the transition.
  mutating func beginInteractively(
    _ action: TreeAction, in container: ScreenSlot, for request: RequestNumber
  ) throws(ScreenError) -> UInt32 {
    let tree = try checkInteractive(action, in: container)
    guard let edit = try edit(for: action, in: container, tree) else { throw .isUnknown }
    var after = self[container: container].layout
    tree.change = after.apply(edit.edit)
    tree.layoutAfter = after
    let currentBefore = self[container: container].layout.currentScreen
    tree.isInTurn = true
    start(
      edit, currentBefore: currentBefore, in: container, of: tree, isAnimated: true,
      isInteractive: true, for: request)
    return lastTransition
  }

  /// The tree, if an interactive transition could begin in it now.
  func checkInteractive(
    _ action: TreeAction, in container: ScreenSlot
  ) throws(ScreenError) -> Tree {
    guard let tree = tree(of: container) else { throw .isUnseen }
    _ = try edit(for: action, in: container, tree)
    guard self[container].appearance == .visible else { throw .isUnseen }
    guard isIdle(tree), tree.suspensions == 0 else { throw .isBusy }
    return tree
  }

  /// Begins the transition whose change is noted, and whose layout is in place unless it is
  /// interactive.
  private mutating func start(
    _ edit: ReasonedEdit, currentBefore: ScreenSlot?, in container: ScreenSlot, of tree: Tree,
    isAnimated: Bool, isInteractive: Bool, for request: RequestNumber
  ) {
    if self[container].appearance != .visible {
      tree.change.incoming = SlotList()
      tree.change.outgoing = SlotList()
    }
    let isVisible = tree.change.isVisible
    let record = Int(self[container].container)
    lastTransition &+= 1
    let transition = Transition(
      number: lastTransition, container: container, id: self[container].id,
      kind: containers[record].layout.kind, request: request, reason: edit.reason,
      direction: edit.direction, isAnimated: isAnimated && isVisible,
      isInteractive: isInteractive, currentBefore: currentBefore ?? .none, isVisible: isVisible,
      machine: TransitionMachine(isInteractive: isInteractive))
    for newcomer in tree.change.added {
      link(newcomer, to: container)
      joinTree(of: newcomer, to: tree)
    }
    containers[record].others = isInteractive ? tree.change.added : tree.change.removed
    containers[record].isMoving = true
    containers[record].isMovingVisibly = isVisible
    changeBusyCount(of: container, by: 1)
    if !isInteractive { updateIndices(of: container, from: tree.change.firstMoved) }
    tree.transition = transition
    tree.planBeginning(transition, containers[record].order)
  }

  mutating func begun(_ tree: Tree) {
    guard let transition = tree.transition else { return }
    guard transition.isVisible else { return end(.completed, tree) }
    tree.agenda.append(.callReturned)
    let added = SlotLookup(tree.change.added)
    for screen in tree.change.incoming.reversed() {
      var context = transition.context
      context.isEntering = added.contains(screen)
      tree.agenda.append(.isAppearing(screen, context))
    }
    tree.agenda.append(.beginOnStage)
    // Screens that disappear have resigned already; a sheet leaves those that it covers visible.
    let current = transition.currentBefore
    if !current.isNone, !tree.change.outgoing.contains(current) {
      tree.agenda.append(.updateForeground)
    }
  }

  mutating func schedule(_ action: TransitionMachine.Action, _ tree: Tree) {
    switch action {
    case .wait: break
    case .conclude(let outcome):
      if outcome == .completed { decideLayout(tree) }
      tree.agenda += [.callReturned, .concludeOnStage(outcome)]
    case .end(let outcome): end(outcome, tree)
    }
  }

  private mutating func decideLayout(_ tree: Tree) {
    guard let after = tree.layoutAfter.take(), let container = tree.transition?.container
    else { return }
    let record = Int(self[container].container)
    containers[record].layout = after
    containers[record].others = tree.change.removed
    updateIndices(of: container, from: tree.change.firstMoved)
  }

  private mutating func end(_ outcome: TransitionContext.Outcome, _ tree: Tree) {
    if outcome == .completed { decideLayout(tree) }
    guard let transition = tree.transition else { return }
    tree.planEnd(transition, as: outcome, self[container: transition.container].order)
  }

  mutating func over(_ outcome: TransitionContext.Outcome, _ tree: Tree) {
    guard let transition = tree.transition else { return }
    let container = transition.container
    let record = Int(self[container].container)
    let isCompleted = outcome == .completed
    containers[record].others = SlotList()
    containers[record].isMoving = false
    containers[record].isMovingVisibly = false
    changeBusyCount(of: container, by: -1)
    if let parting = tree.parting.take() {
      tree.agenda.insert(contentsOf: parting.runs.reversed(), at: 0)
    }
    tree.agenda.append(.finishTransition(isCompleted))
    if transition.isVisible { tree.agenda.append(.updateForeground) }
    tree.agenda.append(.changed(container))
  }

  // MARK: From outside

  /// The transition in progress ends at once: as decided, or else by returning to the start.
  mutating func settle(_ tree: Tree) {
    guard tree.transition != nil else { return }
    let action = tree.transition?.machine.settle() ?? .wait
    schedule(action, tree)
  }

  mutating func animationDidEnd(_ tree: Tree) {
    schedule(tree.transition?.machine.animationDidEnd() ?? .wait, tree)
  }

  mutating func decide(_ outcome: TransitionContext.Outcome, _ tree: Tree) {
    schedule(tree.transition?.machine.decide(outcome) ?? .wait, tree)
  }

  mutating func follow(_ progress: Double, _ tree: Tree) {
    tree.transition?.progress = progress
    // If called from inside the stage's `update`, the stage receives the value when that has
    // returned.
    guard tree.transition?.machine.follow() == true else { return }
    tree.agenda += [.callReturned, .followOnStage]
  }
}
