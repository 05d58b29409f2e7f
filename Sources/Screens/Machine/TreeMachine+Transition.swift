extension TreeMachine {
  /// A transition that has begun.
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
    /// The current screen before.
    let currentBefore: ScreenSlot
    /// Whether the user sees a difference.
    let isVisible: Bool
    var machine: TransitionMachine
    /// The progress of the gesture, until the stage has received it.
    var progress: Double?
    /// Whether its duration is watched.
    var isWatched = false

    /// The context that the stage and the screens receive.
    var context: TransitionContext {
      TransitionContext(
        reason, direction: direction, isAnimated: isAnimated, isInteractive: isInteractive,
        outcome: isInteractive ? .open : .completed)
    }
  }

  /// Begins the transition that a request means.
  mutating func begin(_ edit: ReasonedEdit, of waiting: Waiting, in tree: Int) {
    let container = waiting.container
    let currentBefore = self[container: container].layout.currentScreen
    let record = Int(self[container].container)
    changes[tree] = containers[record].layout.apply(edit.edit)
    start(
      edit, currentBefore: currentBefore, in: container, of: tree,
      isAnimated: waiting.isAnimated, isInteractive: false, for: waiting.request)
  }

  /// Begins an interactive transition.
  ///
  /// - Returns: The number of the transition.
  /// - Throws: The reason why it cannot begin.
  mutating func beginInteractively(
    _ action: TreeAction, in container: ScreenSlot, for request: RequestNumber
  ) throws(ScreenError) -> UInt32 {
    let tree = try checkInteractive(action, in: container)
    guard let edit = try edit(for: action, in: container, tree) else { throw .isUnknown }
    var after = self[container: container].layout
    changes[tree] = after.apply(edit.edit)
    layoutsAfter[tree] = after
    let currentBefore = self[container: container].layout.currentScreen
    _ = beginTurn(tree)
    start(
      edit, currentBefore: currentBefore, in: container, of: tree, isAnimated: true,
      isInteractive: true, for: request)
    return lastTransition
  }

  /// Checks that an interactive transition could begin now.
  ///
  /// - Returns: The tree, which is not in a turn.
  func checkInteractive(
    _ action: TreeAction, in container: ScreenSlot
  ) throws(ScreenError) -> Int {
    guard let tree = treeIfAny(of: container) else { throw .isUnseen }
    _ = try edit(for: action, in: container, tree)
    guard self[container].appearance == .visible else { throw .isUnseen }
    guard isIdle(tree), trees[tree].suspensions == 0 else { throw .isBusy }
    return tree
  }

  /// Begins the transition whose change is noted, and whose layout is in place unless it is
  /// interactive.
  private mutating func start(
    _ edit: ReasonedEdit, currentBefore: ScreenSlot?, in container: ScreenSlot, of tree: Int,
    isAnimated: Bool, isInteractive: Bool, for request: RequestNumber
  ) {
    if self[container].appearance != .visible {
      changes[tree].incoming = SlotList()
      changes[tree].outgoing = SlotList()
    }
    let isVisible = changes[tree].isVisible
    let record = Int(self[container].container)
    lastTransition &+= 1
    let transition = Transition(
      number: lastTransition, container: container, id: self[container].id,
      kind: containers[record].layout.kind, request: request, reason: edit.reason,
      direction: edit.direction, isAnimated: isAnimated && isVisible,
      isInteractive: isInteractive, currentBefore: currentBefore ?? .none, isVisible: isVisible,
      machine: TransitionMachine(isInteractive: isInteractive))
    for newcomer in changes[tree].added {
      link(newcomer, to: container)
      absorb(newcomer, into: tree)
    }
    containers[record].others = isInteractive ? changes[tree].added : changes[tree].removed
    containers[record].isMoving = true
    containers[record].isMovingVisibly = isVisible
    changeBusyCount(of: container, by: 1)
    if !isInteractive { updateIndices(of: container, from: changes[tree].firstMoved) }
    trees[tree].transition = transition
    planBeginning(transition, containers[record].order, in: tree)
  }

  /// The first steps have been taken: the stage begins, unless the user sees nothing.
  mutating func begun(_ tree: Int) {
    guard let transition = trees[tree].transition else { return }
    guard transition.isVisible else { return end(.completed, tree) }
    agendas[tree].append(.callReturned)
    for screen in changes[tree].incoming.reversed() {
      var context = transition.context
      context.isEntering = changes[tree].added.contains(screen)
      agendas[tree].append(.isAppearing(screen, context))
    }
    agendas[tree].append(.beginOnStage)
    // Screens that disappear have resigned already; a sheet leaves those that it covers visible.
    let current = transition.currentBefore
    if !current.isNone, !changes[tree].outgoing.contains(current) {
      agendas[tree].append(.updateForeground)
    }
  }

  /// Puts the next action of the transition on the agenda.
  mutating func schedule(_ action: TransitionMachine.Action, _ tree: Int) {
    switch action {
    case .wait: break
    case .conclude(let outcome):
      if outcome == .completed { decideLayout(tree) }
      agendas[tree] += [.callReturned, .concludeOnStage(outcome)]
    case .end(let outcome): end(outcome, tree)
    }
  }

  /// The layout of an interactive transition that is completed becomes the container's.
  private mutating func decideLayout(_ tree: Int) {
    guard let after = layoutsAfter[tree].take(), let container = trees[tree].transition?.container
    else { return }
    let record = Int(self[container].container)
    containers[record].layout = after
    containers[record].others = changes[tree].removed
    updateIndices(of: container, from: changes[tree].firstMoved)
  }

  private mutating func end(_ outcome: TransitionContext.Outcome, _ tree: Int) {
    if outcome == .completed { decideLayout(tree) }
    guard let transition = trees[tree].transition else { return }
    planEnd(transition, as: outcome, self[container: transition.container].order, in: tree)
  }

  /// The transition has ended, and all screens have been notified.
  mutating func over(_ outcome: TransitionContext.Outcome, _ tree: Int) {
    guard let transition = trees[tree].transition else { return }
    let container = transition.container
    let record = Int(self[container].container)
    let isCompleted = outcome == .completed
    containers[record].others = SlotList()
    containers[record].isMoving = false
    containers[record].isMovingVisibly = false
    changeBusyCount(of: container, by: -1)
    agendas[tree].append(.finishTransition(isCompleted))
    if transition.isVisible { agendas[tree].append(.updateForeground) }
    agendas[tree].append(.changed(container))
  }

  // MARK: From outside

  /// The transition in progress ends at once: as decided, or else by returning to the start.
  mutating func settle(_ tree: Int) {
    guard trees[tree].transition != nil else { return }
    let action = trees[tree].transition?.machine.settle() ?? .wait
    schedule(action, tree)
  }

  /// The stage has reached the end.
  mutating func animationDidEnd(_ tree: Int) {
    schedule(trees[tree].transition?.machine.animationDidEnd() ?? .wait, tree)
  }

  /// The gesture has ended.
  mutating func decide(_ outcome: TransitionContext.Outcome, _ tree: Int) {
    schedule(trees[tree].transition?.machine.decide(outcome) ?? .wait, tree)
  }

  /// The gesture has progressed.
  mutating func follow(_ progress: Double, _ tree: Int) {
    trees[tree].transition?.progress = progress
    // If called from inside the stage's `update`, the stage receives the value when that has
    // returned.
    guard trees[tree].transition?.machine.follow() == true else { return }
    agendas[tree] += [.callReturned, .followOnStage]
  }

  /// The progress to pass to the stage; nil if the stage has it, or need not receive it.
  mutating func takeProgress(_ tree: Int) -> Double? {
    guard let machine = trees[tree].transition?.machine, machine.isOpen, !machine.isHurried else {
      return nil
    }
    return trees[tree].transition?.progress.take()
  }
}
