extension ScreenTrees {
  // MARK: Requests

  func keep(_ request: TransitionRequest) -> RequestNumber {
    if let number = freeNumbers.popLast() {
      requests[Int(number.index)] = request
      return number
    }
    requests.append(request)
    return RequestNumber(index: Int32(requests.count - 1))
  }

  func finish(_ number: RequestNumber, _ outcome: TransitionRequest.Outcome) {
    let request = requests[Int(number.index)].take()
    freeNumbers.append(number)
    if requests.count > 64, freeNumbers.count == requests.count {
      (requests, freeNumbers) = ([], [])
    }
    request?.finish(outcome)
  }

  // MARK: Turns

  func submit(
    _ action: TreeAction, of container: AnyScreen, animated isAnimated: Bool = false,
    asking isAsking: Bool = false, first isFirst: Bool = false, _ request: TransitionRequest
  ) {
    let root = tree(of: container).root
    if let screen = request.firstScreen, screen.parent == nil { removeDestroyedRoots(of: screen) }
    let (tree, isTurn) = machine.submit(
      TreeMachine.Waiting(
        container: container.slot, id: container.id, action: action, isAnimated: isAnimated,
        isPermitted: !isAsking, request: keep(request)),
      isFirst: isFirst)
    if isTurn {
      run(tree, isOutermost: true)
    } else {
      watchCurrentIfNeeded(tree, container.application)
    }
    withExtendedLifetime(root) {}
  }

  /// No request is executed meanwhile; the waiting ones follow.
  func performInTurn(_ screen: AnyScreen, _ body: () -> Void) {
    let (tree, root) = tree(of: screen)
    let isOutermost = machine.beginTurn(tree)
    body()
    if isOutermost { run(tree, isOutermost: true) }
    withExtendedLifetime(root) {}
  }

  /// Begins a turn and performs its calls; inside a turn, only the calls.
  func drain(_ tree: TreeMachine.Tree) {
    guard !tree.isRunning, let root = tree.screen else { return }
    run(tree, isOutermost: machine.beginTurn(tree))
    withExtendedLifetime(root) {}
  }

  func run(_ tree: TreeMachine.Tree, isOutermost: Bool) {
    guard !tree.isRunning else { return }
    tree.isRunning = true
    while let call = machine.next(tree, isOutermost: isOutermost) { perform(call, in: tree) }
    tree.isRunning = false
    if isOutermost, let outer = machine.endTurn(tree) { drain(outer) }
  }

  func perform(_ call: TreeMachine.Call, in tree: TreeMachine.Tree) {
    switch call {
    case .appearance(let step, let slot, let context): with(slot) { $0.notify(step, context) }
    case .prepare(let slot): screen(slot)?.prepareToAppear()
    case .load(let slot): with(slot) { $0.loadViewIfNeeded() }
    case .resigned(let slot): with(slot) { $0.notifyResigned() }
    case .refused(let step, let slot): with(slot) { $0.reportRefused(step) }
    case .willMove(let slot, let parent):
      let parent = screen(parent)
      with(slot) { $0.notifyWillMove(to: parent) }
    case .didMove(let slot, let parent):
      let parent = screen(parent)
      with(slot) { $0.notifyDidMove(to: parent) }
    case .willDismiss(let slot): with(slot) { $0.notifyWillDismiss() }
    case .didDismiss(let slot): with(slot) { $0.notifyDidDismiss() }
    case .ask(let slot, let reason):
      tree.answer(screen(slot)?.permitsLeaving(reason) ?? true)
    case .updateForeground:
      if let root = screen(tree.root) { updateForeground(of: root) }
    case .begin(let slot): with(slot) { $0.stageContainer?.beginOnStage() }
    case .follow(let slot, let progress):
      with(slot) { $0.stageContainer?.followOnStage(progress) }
    case .conclude(let slot, let outcome):
      with(slot) { $0.stageContainer?.concludeOnStage(outcome) }
    case .arrange(let slot, let isChanged):
      with(slot) { screen in
        guard let container = screen.stageContainer else { return }
        if isChanged { container.showEnd(tree.change) } else { container.showLayout() }
      }
    case .showWindow(let slot, let isOpen):
      with(slot) { $0.stageContainer?.showWindow(isOpen: isOpen) }
    case .isAppearing(let slot, let context): with(slot) { $0.notifyIsAppearing(context) }
    case .changed(let slot): with(slot) { $0.stageContainer?.transitionDidEnd() }
    case .enter(let slot, let request): enter(slot, request, tree)
    case .leave(let slot): leave(slot)
    case .makePages(let slot, let positions, let request): makePages(slot, positions, request, tree)
    case .perform(let slot, let request):
      if let screen = screen(slot) { requests[Int(request.index)]?.perform(on: screen) }
    case .finish(let request, let outcome): finish(request, outcome)
    case .runTree(let slot):
      guard let root = screen(slot) else { return }
      let other = self.tree(ofRoot: root)
      if machine.beginTurn(other) { run(other, isOutermost: true) }
    }
  }

  private func enter(_ slot: ScreenSlot, _ request: RequestNumber, _ tree: TreeMachine.Tree) {
    guard let screen = requests[Int(request.index)]?.screen(slot) else { return }
    own(screen)
    guard let container = self.screen(machine[slot].parent) else { return }
    screen.adopt(container.application)
    // It may have brought waiting requests along.
    watchCurrentIfNeeded(tree, container.application)
  }

  private func leave(_ slot: ScreenSlot) {
    guard let screen = disown(slot) else { return }
    if machine[slot].isContainer { machine.tree(ofRoot: slot).screen = screen }
  }

  private func makePages(
    _ slot: ScreenSlot, _ positions: [Int], _ request: RequestNumber, _ tree: TreeMachine.Tree
  ) {
    guard let container = container(slot) else { return }
    var items: [ContainerLayout.Item] = []
    for position in positions {
      let page = container.makePage(at: position)
      requests[Int(request.index)]?.screens.append(page)
      items.append(ContainerLayout.Item(screen: page.slot, position: position))
    }
    tree.madePages = items
  }
}
