@testable import StagecraftScreens

extension TreeShell {
  /// Submits a request.
  @discardableResult
  func submit(
    _ action: NamedAction, to container: Name, isAsking: Bool = false, isFirst: Bool = false,
    isAnimated: Bool = false
  ) -> Int {
    lastRequest += 1
    let request = lastRequest
    mentioned[request] = action.mentioned.map(\.name)
    for name in action.mentioned { use(name.name) }
    let root = root(container)
    use(root)
    note(
      .submitted(request, action, in: container, isAsking: isAsking, isFirst: isFirst))
    let (tree, isTurn) = machine.submit(
      Machine.Waiting(
        container: self[container], id: machine[self[container]].id,
        action: action.mapping { self[$0.name] }, isAnimated: isAnimated, isPermitted: !isAsking,
        request: RequestNumber(request)),
      isFirst: isFirst)
    if isTurn { run(tree, isOutermost: true) }
    unuse(root)
    rest()
    return request
  }

  /// Begins an interactive transition.
  func begin(_ action: NamedAction, in container: Name) throws(ScreenError) -> Gesture {
    let root = root(container)
    use(root)
    defer {
      unuse(root)
      rest()
    }
    _ = try machine.checkInteractive(action.mapping { self[$0.name] }, in: self[container])
    lastRequest += 1
    let request = lastRequest
    mentioned[request] = action.mentioned.map(\.name)
    for name in action.mentioned { use(name.name) }
    let slot = self[container]
    let number: UInt32
    do throws(ScreenError) {
      number = try machine.beginInteractively(
        action.mapping { self[$0.name] }, in: slot, for: RequestNumber(request))
    } catch {
      for name in mentioned.removeValue(forKey: request) ?? [] { unuse(name) }
      throw error
    }
    note(.seized(request, action, in: container))
    let gesture = Gesture(
      number: number, slot: slot, id: machine[slot].id, container: container, request: request)
    if let tree = machine.tree(of: slot) {
      noteTransition(tree)
      run(tree, isOutermost: true)
    }
    return gesture
  }

  /// An interactive transition that has begun.
  struct Gesture {
    let number: UInt32
    let slot: ScreenSlot
    let id: ScreenID
    let container: Name
    let request: Int
  }

  private func tree(of gesture: Gesture) -> Machine.Tree? {
    machine.tree(ofTransition: gesture.number, in: gesture.slot, gesture.id)
  }

  func follow(_ gesture: Gesture, _ progress: Double = 0.5) {
    guard let tree = tree(of: gesture) else { return }
    note(.progressed(gesture.container))
    machine.follow(progress, tree)
    drain(tree)
    rest()
  }

  func decide(_ gesture: Gesture, _ outcome: TransitionContext.Outcome) {
    guard let tree = tree(of: gesture) else { return }
    note(.decided(gesture.container, outcome))
    machine.decide(outcome, tree)
    drain(tree)
    rest()
  }

  /// The stage reports the end of the transition of a container.
  func endAnimation(of container: Name) {
    guard let slot = slots[container], let tree = machine.tree(of: slot),
      tree.transition?.container == slot
    else { return }
    note(.animationEnded(container))
    machine.animationDidEnd(tree)
    drain(tree)
    rest()
  }

  /// The transition in the tree of a screen ends at once.
  func settle(_ name: Name) {
    guard let slot = slots[name], let tree = machine.tree(of: slot),
      let transition = tree.transition
    else { return }
    note(.settled(self.name(transition.container)))
    machine.settle(tree)
    drain(tree)
    rest()
  }

  /// The containers whose transitions wait for the stage.
  var moving: [Name] {
    machine.trees.compactMap { $0 }.compactMap { tree in
      machine.isInTurn(tree) ? nil : tree.transition.map { name($0.container) }
    }
  }

  func suspend(_ root: Name) {
    let tree = machine.tree(ofRoot: self[root])
    tree.suspensions += 1
  }

  func resume(_ root: Name) {
    let tree = machine.tree(ofRoot: self[root])
    tree.suspensions -= 1
    drain(tree)
    rest()
  }

  /// The view of a screen is created, if it does not exist.
  func load(_ name: Name) {
    guard let slot = slots[name], machine[slot].lifecycle.viewNeeded() == .load else { return }
    performInTurn(name) {
      machine[slot].lifecycle.viewWasMade()
      note(.loaded(name))
      machine[slot].lifecycle.viewIsFilled()
    }
  }

  /// The view of a screen is released, if it may be.
  func unload(_ name: Name) {
    let slot = self[name]
    guard !machine.isInTransition(slot), machine[slot].lifecycle.viewLeaves() == .leave else {
      return
    }
    machine[slot].lifecycle.viewIsGone()
    note(.unloaded(name))
  }

  /// The user works with another window, or with this one again.
  func setBehind(_ root: Name, _ isBehind: Bool) {
    if isBehind {
      machine[self[root]].flags.insert(.isBehind)
    } else {
      machine[self[root]].flags.remove(.isBehind)
    }
    note(.behind(root, isBehind))
    performInTurn(root) { updateForeground(self[root]) }
  }

  /// A toolkit takes a root over, or gives it back.
  func setHosted(_ root: Name, _ isHosted: Bool) {
    if isHosted {
      machine[self[root]].flags.insert(.isHosted)
    } else {
      machine[self[root]].flags.remove(.isHosted)
    }
    note(.hosted(root, isHosted))
  }

  /// A toolkit shows or removes a hosted root.
  func deliver(_ step: ScreenAppearance.Step, to root: Name) {
    guard let slot = slots[root] else { return }
    use(root)
    depth += 1
    defer {
      depth -= 1
      unuse(root)
      rest()
    }
    if step == .willAppear { load(root) }
    guard machine[slot].lifecycle.permits(step) else { return }
    if suspending.insert(root).inserted { suspend(root) }
    if step == .willDisappear { settle(root) }
    note(.delivered(step, root))
    let tree = machine.tree(ofRoot: slot)
    let agenda = tree.agenda
    tree.agenda = []
    let isOutermost = machine.beginTurn(tree)
    tree.agenda.append(.appear(step, slot, TransitionContext(.host)))
    while let call = next(tree, isOutermost: false) { perform(call, in: tree) }
    tree.agenda += agenda
    if isOutermost { run(tree, isOutermost: true) }
    updateForeground(slot)
    guard [.visible, .gone].contains(machine[slot].appearance) else { return }
    if suspending.remove(root) != nil { resume(root) }
  }
}
