internal import StageFloor

extension ScreenTrees {
  // MARK: Transitions

  func beginInteractively(
    _ action: TreeAction, in container: AnyScreen, asking reason: TransitionContext.Reason? = nil
  ) throws(ScreenError) -> InteractiveTransition {
    let root = tree(of: container).root
    defer { withExtendedLifetime(root) {} }
    _ = try machine.checkInteractive(action, in: container.slot)
    if let reason, !permits(action, in: container, reason) { throw .isRefused }
    let request = TransitionRequest()
    let number: UInt32
    let kept = keep(request)
    do throws(ScreenError) {
      number = try machine.beginInteractively(action, in: container.slot, for: kept)
    } catch {
      finish(kept, .refused(error))
      throw error
    }
    if let tree = machine.tree(of: container.slot) { run(tree, isOutermost: true) }
    return InteractiveTransition(TransitionReference(number, container), request)
  }

  /// Also false if requests made meanwhile have changed the layout: new screens were not asked.
  private func permits(
    _ action: TreeAction, in container: AnyScreen, _ reason: TransitionContext.Reason
  ) -> Bool {
    let before = machine[container: container.slot].layout
    let leaving = leaving(action, in: container)
    var isPermitted = true
    performInTurn(container) { isPermitted = leaving.allSatisfy { $0.permitsLeaving(reason) } }
    return isPermitted && machine[container: container.slot].layout == before
  }

  func isIdle(_ screen: AnyScreen) -> Bool {
    guard let tree = machine.tree(of: screen.slot) else { return true }
    return machine.isIdle(tree) && tree.suspensions == 0
  }

  func isWaitingForStage(_ screen: AnyScreen) -> Bool {
    guard let tree = machine.tree(of: screen.slot) else { return false }
    return tree.transition != nil && !machine.isInTurn(tree)
  }

  /// From the top to the bottom.
  private func leaving(_ action: TreeAction, in container: AnyScreen) -> [AnyScreen] {
    let tree = tree(of: container).tree
    guard let edit = try? machine.edit(for: action, in: container.slot, tree) else { return [] }
    return machine.leaving(edit.edit, container.slot).compactMap { screen($0) }
  }

  func transition(
    in container: AnyScreen
  ) -> (reference: TransitionReference, context: TransitionContext)? {
    guard let tree = machine.tree(of: container.slot),
      tree.transition?.container == container.slot,
      let number = tree.transition?.number,
      let context = tree.transition?.context
    else { return nil }
    return (TransitionReference(number, container), context)
  }

  func settle(_ screen: AnyScreen) {
    let (tree, root) = tree(of: screen)
    guard tree.transition != nil else { return }
    machine.settle(tree)
    drain(tree)
    withExtendedLifetime(root) {}
  }

  /// Removes a root that is being destroyed on another thread: the transition may go on without it.
  func pass(
    to transition: TransitionReference,
    _ input: (inout TreeMachine, TreeMachine.Tree) -> Void
  ) {
    while let tree = transition.tree {
      guard let root = tree.screen else {
        let root = tree.root
        remove(root, machine[root].id)
        continue
      }
      input(&machine, tree)
      drain(tree)
      return withExtendedLifetime(root) {}
    }
  }

  func deliver(
    _ step: ScreenAppearance.Step, to screen: AnyScreen, _ context: TransitionContext
  ) {
    performNested(screen) { tree in
      tree.agenda.append(.appear(step, screen.slot, context))
    }
  }

  func deliverIsAppearing(to screen: AnyScreen, _ context: TransitionContext) {
    performNested(screen) { tree in
      tree.agenda.append(.isAppearing(screen.slot, context))
    }
  }

  /// Performs steps at once, also inside a turn, whose own steps follow.
  private func performNested(_ screen: AnyScreen, _ schedule: (TreeMachine.Tree) -> Void) {
    let (tree, root) = tree(of: screen)
    let (agenda, isOutermost) = (tree.agenda, machine.beginTurn(tree))
    tree.agenda = []
    schedule(tree)
    while let call = machine.next(tree, isOutermost: false) { perform(call, in: tree) }
    tree.agenda += agenda
    if isOutermost { run(tree, isOutermost: true) }
    withExtendedLifetime(root) {}
  }

  // MARK: Suspension

  func isInTurn(_ screen: AnyScreen) -> Bool {
    machine.tree(of: screen.slot).map { machine.isInTurn($0) } ?? false
  }

  /// Until ``resume(_:)`` has been called as often, no request is executed.
  func suspend(_ root: AnyScreen) { tree(ofRoot: root).suspensions += 1 }

  func resume(_ root: AnyScreen) {
    let tree = tree(ofRoot: root)
    precondition(
      tree.suspensions > 0, "A tree was resumed more often than it was suspended.")
    tree.suspensions -= 1
    drain(tree)
  }

  // MARK: Foreground

  func updateForeground(of screen: AnyScreen) {
    let retained = self.root(of: screen)
    let root = retained.slot
    guard !machine[root].flags.contains(.isUpdatingForeground) else { return }
    machine[root].flags.insert(.isUpdatingForeground)
    while let change = machine.changeForeground(ofRoot: root) {
      switch change {
      case .resigns(root): retained.notifyResigned()
      case .becomes(root): retained.notifyBecameForeground()
      // Retained, because a window or a host may ask for this outside any turn.
      case .resigns(let slot): self.screen(slot)?.notifyResigned()
      case .becomes(let slot): self.screen(slot)?.notifyBecameForeground()
      }
    }
    machine[root].flags.remove(.isUpdatingForeground)
    // A callback may have added the whole tree to another.
    if !machine[root].parent.isNone { updateForeground(of: retained) }
  }

  /// Innermost first.
  func resignForeground(in screen: AnyScreen) {
    while let slot = machine.resignInnermost(in: screen.slot) {
      (slot == screen.slot ? screen : self.screen(slot))?.notifyResigned()
    }
  }

  // MARK: Overdue transitions

  /// After this time, a transition for which requests wait is reported.
  static var overdueDelay: Duration { .seconds(10) }

  /// Only while a request waits and there is an observer; an undecided gesture may take any time.
  func watchCurrentIfNeeded(_ tree: TreeMachine.Tree, _ application: ScreenApplication) {
    guard let transition = tree.transition, !transition.isWatched,
      !tree.queue.isEmpty, application.isObserved
    else { return }
    tree.transition?.isWatched = true
    let (number, slot, id) = (transition.number, transition.container, transition.id)
    Task { @MainActor [timekeeper = application.timekeeper] in
      var tree: TreeMachine.Tree?
      repeat {
        try? await timekeeper.sleep(until: timekeeper.now + Self.overdueDelay.wholeNanoseconds)
        tree = machine.tree(ofTransition: number, in: slot, id)
      } while tree?.transition?.machine.isOpen == true
      guard let tree, let container = screen(slot) else { return }
      container.note(.transitionIsOverdue(waiting: tree.queue.count))
    }
  }
}
