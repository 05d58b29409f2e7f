internal import StageFloor

/// Performs what the ``TreeMachine`` decides, on the screens of the process.
///
/// It retains the screens that are in containers; everything else is the machine's. The root of a
/// tree belongs to the app, and is retained only during a turn.
///
/// No access to its properties encloses a call of foreign code, so exclusivity is not checked at
/// each access.
@MainActor
final class ScreenTrees {
  static let shared = ScreenTrees()

  @exclusivity(unchecked) var machine = TreeMachine()
  /// The screens in containers, by slot.
  @exclusivity(unchecked) private var owned: [Unmanaged<AnyScreen>?] = []
  /// The roots of the trees that have a record, by tree.
  @exclusivity(unchecked) private var roots: [WeakRoot] = []
  /// The requests that have not ended, by number.
  @exclusivity(unchecked) private var requests: [TransitionRequest?] = []
  @exclusivity(unchecked) private var freeNumbers: [RequestNumber] = []
  /// The containers whose stages arrange their views after the pass in progress; nil if there is
  /// none.
  @exclusivity(unchecked) var unarranged: [ScreenID: any StageContainer]?
  /// The screen whose view the stage must let go.
  @exclusivity(unchecked) var lettingGo = ScreenSlot.none

  /// A class, because copying a weak reference costs more than loading it.
  private final class WeakRoot {
    private(set) weak var screen: AnyScreen?

    init(_ screen: AnyScreen?) { self.screen = screen }
  }

  private init() {}

  // MARK: Screens

  /// Adds a new screen.
  func add(_ id: ScreenID) -> ScreenSlot {
    let slot = machine.add(id)
    if slot.place == owned.count { owned.append(nil) }
    return slot
  }

  /// Makes a new screen a container.
  func makeContainer(_ screen: AnyScreen, _ kind: ContainerLayout.Kind) {
    machine.makeContainer(screen.slot, kind)
  }

  /// Removes a screen that is being destroyed, and releases those in it.
  ///
  /// - Parameters:
  ///   - slot: The slot of the screen.
  ///   - id: Its identity: it may have been removed already, if it was destroyed on another thread.
  func remove(_ slot: ScreenSlot, _ id: ScreenID) {
    guard machine.isLive(slot, id) else { return }
    let (children, ended) = machine.remove(slot)
    var released: [AnyScreen?] = []
    for child in children {
      let screen = disown(child)
      if let screen, machine[child].isContainer {
        setRoot(screen, of: machine.tree(ofRoot: child))
      }
      screen?.endResultWaits()
      released.append(screen)
    }
    for (request, outcome) in ended { finish(request, outcome) }
  }

  /// The screen at a slot, if it is in a container or the root of a tree that has a record.
  @inline(__always)
  func screen(_ slot: ScreenSlot) -> AnyScreen? {
    if slot.isNone { return nil }
    if let screen = owned[slot.place] { return screen.takeUnretainedValue() }
    let tree = machine[slot].tree
    return tree < 0 ? nil : rootScreen(of: Int(tree))
  }

  /// Retains a screen that is in a container now.
  func own(_ screen: AnyScreen) { owned[screen.slot.place] = .passRetained(screen) }

  /// Hands over the reference to a screen that is in no container any more.
  func disown(_ slot: ScreenSlot) -> AnyScreen? { owned[slot.place].take()?.takeRetainedValue() }

  /// Calls a screen without retaining it.
  ///
  /// A screen in a container is retained by this object until it leaves; that is a step of its
  /// tree, which is in a turn while the screen is called. The root is retained for the turn.
  @inline(__always)
  private func with(_ slot: ScreenSlot, _ body: (AnyScreen) -> Void) {
    if slot.isNone { return }
    if let screen = owned[slot.place] {
      screen._withUnsafeGuaranteedRef(body)
    } else if let root = screen(slot) {
      body(root)
    }
  }

  private func rootScreen(of tree: Int) -> AnyScreen? { roots[tree].screen }

  private func container(_ slot: ScreenSlot) -> (any StageContainer)? {
    screen(slot)?.stageContainer
  }

  // MARK: Trees

  /// The root of a screen's tree, and the record of the tree.
  func tree(of screen: AnyScreen) -> (tree: Int, root: AnyScreen) {
    while true {
      let slot = machine.root(of: screen.slot)
      if slot == screen.slot { return (noteRoot(screen), screen) }
      let tree = machine[slot].tree
      if tree >= 0, let root = rootScreen(of: Int(tree)) { return (Int(tree), root) }
      // The root is being destroyed on another thread, and will be removed later.
      remove(slot, machine[slot].id)
    }
  }

  /// Creates the record of a root's tree, if there is none.
  private func noteRoot(_ root: AnyScreen) -> Int {
    if machine[root.slot].tree >= 0 { return Int(machine[root.slot].tree) }
    let tree = machine.tree(ofRoot: root.slot)
    setRoot(root, of: tree)
    return tree
  }

  private func setRoot(_ root: AnyScreen, of tree: Int) {
    while roots.count < tree { roots.append(WeakRoot(nil)) }
    if tree < roots.count { roots[tree] = WeakRoot(root) } else { roots.append(WeakRoot(root)) }
  }

  /// The outermost screen that contains a screen, or the screen itself.
  func root(of screen: AnyScreen) -> AnyScreen {
    let slot = machine.root(of: screen.slot)
    return slot == screen.slot ? screen : tree(of: screen).root
  }

  /// Fills a new container.
  func fill(_ container: AnyScreen, with screens: [AnyScreen], as layout: ContainerLayout) {
    for screen in screens { own(screen) }
    let tree = machine.fill(container.slot, with: layout)
    setRoot(container, of: tree)
    for screen in screens { screen.adopt(container.application) }
    performInTurn(container) {
      for screen in screens { screen.notifyWillMove(to: container) }
      for screen in screens { screen.notifyDidMove(to: container) }
    }
  }

  // MARK: Requests

  /// Retains a request until it has ended.
  private func keep(_ request: TransitionRequest) -> RequestNumber {
    if let number = freeNumbers.popLast() {
      requests[Int(number.index)] = request
      return number
    }
    requests.append(request)
    return RequestNumber(index: Int32(requests.count - 1))
  }

  private func finish(_ number: RequestNumber, _ outcome: TransitionRequest.Outcome) {
    let request = requests[Int(number.index)].take()
    freeNumbers.append(number)
    request?.finish(outcome)
  }

  // MARK: Turns

  /// Submits a request, which is executed at once if the tree is idle.
  func submit(
    _ action: TreeAction, of container: AnyScreen, animated isAnimated: Bool = false,
    asking isAsking: Bool = false, first isFirst: Bool = false, _ request: TransitionRequest
  ) {
    let root = tree(of: container).root
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

  /// Performs an action on a tree, during which no request is executed, and then executes the
  /// waiting ones.
  func performInTurn(_ screen: AnyScreen, _ body: () -> Void) {
    let (tree, root) = tree(of: screen)
    let isOutermost = machine.beginTurn(tree)
    body()
    if isOutermost { run(tree, isOutermost: true) }
    withExtendedLifetime(root) {}
  }

  /// Begins a turn and performs its calls; inside a turn, only the calls.
  private func drain(_ tree: Int) {
    guard !machine.trees[tree].isRunning else { return }
    let root = rootScreen(of: tree)
    run(tree, isOutermost: machine.beginTurn(tree))
    withExtendedLifetime(root) {}
  }

  private func run(_ tree: Int, isOutermost: Bool) {
    guard !machine.trees[tree].isRunning else { return }
    machine.trees[tree].isRunning = true
    while let call = machine.next(tree, isOutermost: isOutermost) { perform(call, in: tree) }
    machine.trees[tree].isRunning = false
    if isOutermost { machine.endTurn(tree) }
  }

  private func perform(_ call: TreeMachine.Call, in tree: Int) {
    switch call {
    case .appearance(let step, let slot, let context): with(slot) { $0.notify(step, context) }
    case .prepare(let slot): with(slot) { $0.prepareToAppear() }
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
      machine.answer(screen(slot)?.permitsLeaving(reason) ?? true, in: tree)
    case .updateForeground:
      if let root = screen(machine.trees[tree].root) { updateForeground(of: root) }
    case .begin(let slot): with(slot) { $0.stageContainer?.beginOnStage() }
    case .follow(let slot, let progress):
      with(slot) { $0.stageContainer?.followOnStage(progress) }
    case .conclude(let slot, let outcome):
      with(slot) { $0.stageContainer?.concludeOnStage(outcome) }
    case .arrange(let slot, let isChanged):
      with(slot) { screen in
        guard let container = screen.stageContainer else { return }
        if isChanged { container.showEnd(machine.changes[tree]) } else { container.showLayout() }
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
      let other = noteRoot(root)
      if machine.beginTurn(other) { run(other, isOutermost: true) }
    }
  }

  private func enter(_ slot: ScreenSlot, _ request: RequestNumber, _ tree: Int) {
    guard let screen = requests[Int(request.index)]?.screen(slot) else { return }
    own(screen)
    guard let container = self.screen(machine[slot].parent) else { return }
    screen.adopt(container.application)
    // It may have brought waiting requests along.
    watchCurrentIfNeeded(tree, container.application)
  }

  private func leave(_ slot: ScreenSlot) {
    guard let screen = disown(slot) else { return }
    if machine[slot].isContainer { setRoot(screen, of: machine.tree(ofRoot: slot)) }
  }

  private func makePages(
    _ slot: ScreenSlot, _ positions: [Int], _ request: RequestNumber, _ tree: Int
  ) {
    guard let container = container(slot) else { return }
    var items: [ContainerLayout.Item] = []
    for position in positions {
      let page = container.makePage(at: position)
      requests[Int(request.index)]?.screens.append(page)
      items.append(ContainerLayout.Item(screen: page.slot, position: position))
    }
    machine.supply(items, in: tree)
  }

  // MARK: Transitions

  /// Begins an interactive transition.
  ///
  /// - Parameters:
  ///   - action: What the gesture does.
  ///   - container: The container that is to change.
  ///   - reason: The reason for which the screens that would leave are asked; nil if they are not.
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
    if let tree = machine.treeIfAny(of: container.slot) { run(tree, isOutermost: true) }
    return InteractiveTransition(TransitionReference(number, container), request)
  }

  /// Returns whether all screens that would leave agree, asked from the top to the bottom.
  ///
  /// False if requests that they made meanwhile have changed the layout, because new screens have
  /// not been asked.
  private func permits(
    _ action: TreeAction, in container: AnyScreen, _ reason: TransitionContext.Reason
  ) -> Bool {
    let before = machine[container: container.slot].layout
    let leaving = leaving(action, in: container)
    var isPermitted = true
    performInTurn(container) { isPermitted = leaving.allSatisfy { $0.permitsLeaving(reason) } }
    return isPermitted && machine[container: container.slot].layout == before
  }

  /// Whether nothing is in progress or waits in the tree of a screen.
  func isIdle(_ screen: AnyScreen) -> Bool {
    guard let tree = machine.treeIfAny(of: screen.slot) else { return true }
    return machine.isIdle(tree) && machine.trees[tree].suspensions == 0
  }

  /// Whether a transition is in progress in the tree of a screen, and no screen is being called.
  func isWaitingForStage(_ screen: AnyScreen) -> Bool {
    guard let tree = machine.treeIfAny(of: screen.slot) else { return false }
    return machine.trees[tree].transition != nil && !machine.trees[tree].isInTurn
  }

  /// The screens that an action would remove now, from the top to the bottom.
  private func leaving(_ action: TreeAction, in container: AnyScreen) -> [AnyScreen] {
    let tree = tree(of: container).tree
    guard let edit = try? machine.edit(for: action, in: container.slot, tree) else { return [] }
    return machine.leaving(edit.edit, container.slot).compactMap { screen($0) }
  }

  /// The transition of a container that is in progress, and its context.
  func transition(
    in container: AnyScreen
  ) -> (reference: TransitionReference, context: TransitionContext)? {
    guard let tree = machine.treeIfAny(of: container.slot),
      machine.trees[tree].transition?.container == container.slot,
      let number = machine.trees[tree].transition?.number,
      let context = machine.trees[tree].transition?.context
    else { return nil }
    return (TransitionReference(number, container), context)
  }

  /// Ends the transition in progress in the tree of a screen.
  func settle(_ screen: AnyScreen) {
    guard let tree = machine.treeIfAny(of: screen.slot), machine.trees[tree].transition != nil else {
      return
    }
    machine.settle(tree)
    drain(tree)
  }

  func animationDidEnd(_ tree: Int) {
    machine.animationDidEnd(tree)
    drain(tree)
  }

  func decide(_ outcome: TransitionContext.Outcome, _ tree: Int) {
    machine.decide(outcome, tree)
    drain(tree)
  }

  func follow(_ progress: Double, _ tree: Int) {
    machine.follow(progress, tree)
    drain(tree)
  }

  /// Takes an appearance step that a toolkit reports.
  func deliver(
    _ step: ScreenAppearanceStep, to screen: AnyScreen, _ context: TransitionContext
  ) {
    performNested(screen) { tree in
      machine.deliver(step, to: screen.slot, context, in: tree)
    }
  }

  /// Notifies a screen and the visible screens in it that they are appearing.
  func deliverIsAppearing(to screen: AnyScreen, _ context: TransitionContext) {
    performNested(screen) { tree in
      machine.deliverIsAppearing(to: screen.slot, context, in: tree)
    }
  }

  /// Performs steps at once, also inside a turn, whose own steps follow.
  private func performNested(_ screen: AnyScreen, _ schedule: (Int) -> Void) {
    let (tree, root) = tree(of: screen)
    let (agenda, isOutermost) = (machine.takeAgenda(of: tree), machine.beginTurn(tree))
    schedule(tree)
    while let call = machine.next(tree, isOutermost: false) { perform(call, in: tree) }
    machine.setAgenda(agenda, of: tree)
    if isOutermost { run(tree, isOutermost: true) }
    withExtendedLifetime(root) {}
  }

  // MARK: Suspension

  /// Whether screens of a tree are being called, or a view is being created.
  func isInTurn(_ screen: AnyScreen) -> Bool {
    machine.treeIfAny(of: screen.slot).map { machine.trees[$0].isInTurn } ?? false
  }

  /// Suspends the execution of requests in the tree of a root until ``resume(_:)`` has been called
  /// as often.
  func suspend(_ root: AnyScreen) { machine.trees[noteRoot(root)].suspensions += 1 }

  func resume(_ root: AnyScreen) {
    let tree = noteRoot(root)
    precondition(
      machine.trees[tree].suspensions > 0, "A tree was resumed more often than it was suspended.")
    machine.trees[tree].suspensions -= 1
    drain(tree)
  }

  // MARK: Foreground

  /// Updates which screens are foreground in the tree of a screen.
  func updateForeground(of screen: AnyScreen) {
    let retained = self.root(of: screen)
    let root = retained.slot
    guard !machine[root].flags.contains(.isUpdatingForeground) else { return }
    machine[root].flags.insert(.isUpdatingForeground)
    while let change = machine.changeForeground(ofRoot: root) {
      switch change {
      case .resigns(root): retained.notifyResigned()
      case .becomes(root): retained.notifyBecameForeground()
      case .resigns(let slot): with(slot) { $0.notifyResigned() }
      case .becomes(let slot): with(slot) { $0.notifyBecameForeground() }
      }
    }
    machine[root].flags.remove(.isUpdatingForeground)
    // A callback may have added the whole tree to another.
    if !machine[root].parent.isNone { updateForeground(of: retained) }
  }

  /// Makes a screen and the screens in it resign, innermost first.
  func resignForeground(in screen: AnyScreen) {
    while let slot = machine.resignInnermost(in: screen.slot) {
      (slot == screen.slot ? screen : self.screen(slot))?.notifyResigned()
    }
  }

  // MARK: Overdue transitions

  /// How long a stage may take to end a transition for which requests wait, before that is
  /// reported.
  static let overdueDelay = Duration.seconds(10)

  /// Watches the duration of the transition in progress, if a request waits for it.
  ///
  /// Nothing is watched while no request waits, or without an observer. An undecided interactive
  /// transition may take any time.
  func watchCurrentIfNeeded(_ tree: Int, _ application: ScreenApplication) {
    guard let transition = machine.trees[tree].transition, !transition.isWatched,
      !machine.queues[tree].isEmpty, application.isObserved
    else { return }
    machine.trees[tree].transition?.isWatched = true
    let (number, slot, id) = (transition.number, transition.container, transition.id)
    Task { @MainActor [timekeeper = application.timekeeper] in
      var tree: Int?
      repeat {
        try? await timekeeper.sleep(until: timekeeper.now + Self.overdueDelay.wholeNanoseconds)
        tree = machine.tree(ofTransition: number, in: slot, id)
      } while tree.map { machine.trees[$0].transition?.machine.isOpen == true } ?? false
      guard let tree, let container = screen(slot) else { return }
      container.note(.transitionIsOverdue(waiting: machine.queues[tree].count))
    }
  }
}

/// A transition in progress, seen from outside: it retains no screen.
@MainActor
struct TransitionReference {
  private let number: UInt32
  let slot: ScreenSlot
  private let id: ScreenID

  init(_ number: UInt32, _ container: AnyScreen) {
    self.number = number
    slot = container.slot
    id = container.id
  }

  private var trees: ScreenTrees { .shared }

  /// The tree in which the transition is in progress; nil if it has ended.
  private var tree: Int? { trees.machine.tree(ofTransition: number, in: slot, id) }

  /// Whether the outcome is still undecided.
  var isOpen: Bool {
    tree.map { trees.machine.trees[$0].transition?.machine.isOpen ?? false } ?? false
  }

  func follow(_ progress: Double) {
    if let tree { trees.follow(progress, tree) }
  }

  func decide(_ outcome: TransitionContext.Outcome) {
    if let tree { trees.decide(outcome, tree) }
  }

  func animationDidEnd() {
    if let tree { trees.animationDidEnd(tree) }
  }

  /// The layout of the container now, and before the transition if it has not ended.
  var layouts: (before: ContainerLayout, after: ContainerLayout)? {
    guard trees.machine.isLive(slot, id) else { return nil }
    let layout = trees.machine[container: slot].layout
    guard let tree else { return (layout, layout) }
    if let after = trees.machine.layoutsAfter[tree] { return (layout, after) }
    return (layout.undoing(trees.machine.changes[tree]), layout)
  }

  /// What the transition changes; nil if it has ended.
  var change: LayoutChange? {
    tree.map { trees.machine.changes[$0] }
  }
}
