@testable import StagecraftScreens

/// A shell that performs the calls of a ``TreeMachine`` on plain values, and records them.
///
/// It does what the shell of the module does with screens: it keeps those in containers alive,
/// creates views, and lets a stage animate. A screen that is in no container and that the test does
/// not hold is destroyed.
final class TreeShell {
  typealias Machine = TreeMachine

  /// When the stage reports the end of an animation.
  enum Stage {
    case atOnce
    case byHand
  }

  var machine = Machine()
  private(set) var events: [TreeEvent] = []
  var laws: TreeLaws
  private(set) var slots: [Name: ScreenSlot] = [:]
  private(set) var names: [ScreenSlot: Name] = [:]
  /// The number of times that the machine was asked what to do.
  private(set) var stepCount = 0

  var stage = Stage.atOnce
  /// Whether a screen may be removed.
  var permits: (Name) -> Bool = { _ in true }
  /// Called after each recorded call.
  var onCall: ((TreeShell, TreeEvent) -> Void)?
  /// Creates a page; nil for a new plain screen.
  var makePage: ((TreeShell, Int) -> Name)?
  /// Whether events are checked.
  var isRecording = true
  /// Whether events are kept in ``events``.
  var isLogging = false
  /// Whether a new screen is kept by the test until it is dropped.
  var holdsNewScreens = true

  private var owned: Set<Name> = []
  private var held: Set<Name> = []
  /// How many turns and requests retain a screen.
  private var uses: [Name: Int] = [:]
  var mentioned: [Int: [Name]] = [:]
  private(set) var outcomes: [Int: TransitionOutcome] = [:]
  private var lastName = 0
  var lastRequest = 0
  private var lastTransition: UInt32 = 0
  var depth = 0
  /// The hosts that have suspended a tree.
  var suspending: Set<Name> = []

  init() { laws = TreeLaws() }

  /// Creates a copy, in which something else can be tried; no screen may be in a turn.
  init(copying other: TreeShell) {
    precondition(other.depth == 0)
    machine = TreeMachine(copying: other.machine)
    (laws, slots, names) = (other.laws, other.slots, other.names)
    (stage, permits, makePage) = (other.stage, other.permits, other.makePage)
    (isRecording, isLogging) = (other.isRecording, other.isLogging)
    holdsNewScreens = other.holdsNewScreens
    (owned, held, uses) = (other.owned, other.held, other.uses)
    (mentioned, outcomes) = (other.mentioned, other.outcomes)
    (lastName, lastRequest) = (other.lastName, other.lastRequest)
    lastTransition = other.lastTransition
    suspending = other.suspending
  }

  func note(_ event: TreeEvent) {
    guard isRecording else { return }
    if isLogging { events.append(event) }
    laws.observe(event)
    if event.isCall { onCall?(self, event) }
  }

  func clear() { events = [] }

  subscript(name: Name) -> ScreenSlot { slots[name] ?? .none }
  func name(_ slot: ScreenSlot) -> Name { names[slot] ?? -1 }
  var screens: [Name] { slots.keys.sorted() }
  func isContainer(_ name: Name) -> Bool { machine[self[name]].isContainer }
  func kind(_ name: Name) -> ContainerLayout.Kind? {
    isContainer(name) ? machine[container: self[name]].layout.kind : nil
  }
  func layout(_ name: Name) -> ContainerLayout { machine[container: self[name]].layout }
  func children(_ name: Name) -> [Name] { layout(name).items.map { self.name($0.screen) } }
  func isLive(_ name: Name) -> Bool { slots[name] != nil }
  func appearance(_ name: Name) -> ScreenAppearance { machine[self[name]].appearance }
  func root(_ name: Name) -> Name { self.name(machine.root(of: self[name])) }
  func isForeground(_ name: Name) -> Bool { machine[self[name]].flags.contains(.isForeground) }
  func isMoving(_ name: Name) -> Bool { machine[container: self[name]].isMoving }

  // MARK: Screens

  /// Creates a screen that is no container.
  func screen() -> Name { create(nil, .uniform) }

  private func create(_ kind: ContainerLayout.Kind?, _ order: TransitionOrder) -> Name {
    lastName += 1
    let name = lastName
    let slot = machine.add(ScreenID(number: UInt64(name)), kind)
    if kind != nil { machine[container: slot].order = order }
    (slots[name], names[slot]) = (slot, name)
    if holdsNewScreens { held.insert(name) }
    note(.created(name, kind, order))
    return name
  }

  /// Creates a container with these screens.
  func container(
    _ kind: ContainerLayout.Kind, _ children: [Name], current: Int? = nil,
    order: TransitionOrder = .uniform
  ) -> Name {
    let current = children.isEmpty ? nil : current ?? (kind == .tabs ? 0 : children.count - 1)
    return fill(
      create(kind, order), ContainerLayout(kind, children.map { self[$0] }, current: current))
  }

  /// Creates pages, of which one is open.
  func pages(_ count: Int, open page: Name?, at position: Int, order: TransitionOrder = .uniform)
    -> Name
  {
    fill(
      create(.pages, order),
      ContainerLayout(pages: count, open: page.map { self[$0] }, at: position))
  }

  private func fill(_ container: Name, _ layout: ContainerLayout) -> Name {
    let children = layout.items.map { name($0.screen) }
    owned.formUnion(children)
    _ = machine.fill(self[container], with: layout)
    note(
      .filled(
        container, children, current: layout.current, count: layout.count,
        positions: layout.items.map(\.position)))
    performInTurn(container) {
      for child in children { note(.willMove(child, to: container)) }
      for child in children { note(.didMove(child, to: container)) }
    }
    return container
  }

  /// The test does not hold a screen any longer.
  func drop(_ name: Name) {
    held.remove(name)
    destroyIfUnused(name)
  }

  func hold(_ name: Name) { held.insert(name) }

  private func destroyIfUnused(_ name: Name) {
    guard let slot = slots[name], !owned.contains(name), !held.contains(name),
      uses[name] ?? 0 == 0
    else { return }
    let (children, ended) = machine.remove(slot)
    slots[name] = nil
    names[slot] = nil
    note(.destroyed(name))
    let orphans = children.compactMap { names[$0] }
    for child in orphans { owned.remove(child) }
    depth += 1
    for (request, outcome) in ended { finish(request.number, outcome) }
    for child in orphans { destroyIfUnused(child) }
    depth -= 1
  }

  func use(_ name: Name) { uses[name, default: 0] += 1 }

  func unuse(_ name: Name) {
    guard let count = uses[name] else { return }
    uses[name] = count > 1 ? count - 1 : nil
    if count == 1 { destroyIfUnused(name) }
  }

  // MARK: Turns

  /// Does something in the tree of a screen during which no request is executed.
  func performInTurn(_ name: Name, _ body: () -> Void) {
    let root = root(name)
    let tree = machine.tree(ofRoot: self[root])
    use(root)
    depth += 1
    if name == root { note(.turn(root)) }
    let isOutermost = machine.beginTurn(tree)
    body()
    if isOutermost { run(tree, isOutermost: true) }
    depth -= 1
    unuse(root)
  }

  func drain(_ tree: Machine.Tree) {
    let root = names[tree.root]
    if let root { use(root) }
    run(tree, isOutermost: machine.beginTurn(tree))
    if let root { unuse(root) }
  }

  func run(_ tree: Machine.Tree, isOutermost: Bool) {
    guard !tree.isRunning else { return }
    depth += 1
    tree.isRunning = true
    while let call = next(tree, isOutermost: isOutermost) { perform(call, in: tree) }
    tree.isRunning = false
    if isOutermost, let outer = machine.endTurn(tree) { drain(outer) }
    depth -= 1
  }

  func next(_ tree: Machine.Tree, isOutermost: Bool) -> Machine.Call? {
    stepCount += 1
    let call = machine.next(tree, isOutermost: isOutermost)
    noteTransition(tree)
    return call
  }

  func noteTransition(_ tree: Machine.Tree) {
    guard let transition = tree.transition, transition.number > lastTransition else {
      return
    }
    lastTransition = transition.number
    note(.began(name(transition.container), transition.request.number))
  }

  func rest() {
    if depth == 0 { note(.rested) }
  }

  // MARK: Calls

  func perform(_ call: Machine.Call, in tree: Machine.Tree) {
    switch call {
    case .appearance(let step, let slot, let context): note(.step(step, name(slot), context))
    case .prepare(let slot), .load(let slot): load(name(slot))
    case .resigned(let slot): note(.resigned(name(slot)))
    case .refused(let step, let slot): note(.refusedStep(step, name(slot)))
    case .willMove(let slot, let parent): note(.willMove(name(slot), to: name(parent)))
    case .didMove(let slot, let parent): note(.didMove(name(slot), to: name(parent)))
    case .willDismiss(let slot): note(.willDismiss(name(slot)))
    case .didDismiss(let slot): note(.didDismiss(name(slot)))
    case .ask(let slot, let reason):
      let isPermitted = permits(name(slot))
      note(.asked(name(slot), reason, isPermitted))
      tree.answer(isPermitted)
    case .updateForeground: updateForeground(tree.root)
    case .begin(let slot):
      note(.stageBegins(name(slot)))
      if stage == .atOnce { endAnimation(of: name(slot)) }
    case .follow(let slot, _): note(.stageFollows(name(slot)))
    case .conclude(let slot, let outcome):
      note(.stageConcludes(name(slot), outcome))
      if stage == .atOnce { endAnimation(of: name(slot)) }
    case .arrange(let slot, _): note(.stageArranges(name(slot)))
    case .isAppearing(let slot, _):
      if machine[slot].appearance != .appearing { laws.report("not appearing: \(name(slot))") }
    case .showWindow: break
    case .changed(let slot): note(.changed(name(slot)))
    case .enter(let slot, let request):
      owned.insert(name(slot))
      note(.entered(name(slot), request.number))
    case .leave(let slot):
      owned.remove(name(slot))
      note(.left(name(slot)))
      destroyIfUnused(name(slot))
    case .makePages(let slot, let positions, let request):
      supplyPages(name(slot), positions, request.number, tree)
    case .perform(let slot, let request): note(.performed(name(slot), request.number))
    case .finish(let request, let outcome): finish(request.number, outcome)
    case .runTree(let slot):
      guard let root = names[slot] else { return laws.report("a turn of a destroyed screen") }
      guard machine[slot].parent.isNone else {
        return laws.report("a turn of \(root), which is not a root")
      }
      let other = machine.tree(ofRoot: slot)
      use(root)
      if machine.beginTurn(other) { run(other, isOutermost: true) }
      unuse(root)
    }
  }

  private func finish(_ request: Int, _ outcome: TransitionOutcome) {
    let screens = mentioned.removeValue(forKey: request) ?? []
    if isRecording { outcomes[request] = outcome }
    note(.finished(request, outcome))
    for name in screens { unuse(name) }
  }

  private func supplyPages(
    _ container: Name, _ positions: [Int], _ request: Int, _ tree: Machine.Tree
  ) {
    var items: [ContainerLayout.Item] = []
    for position in positions {
      let page = makePage?(self, position) ?? screen()
      use(page)
      mentioned[request, default: []].append(page)
      items.append(ContainerLayout.Item(screen: self[page], position: position))
    }
    let named = items.map {
      ContainerLayout.Item(screen: ScreenSlot(name($0.screen)), position: $0.position)
    }
    tree.madePages = items
    note(.pages(container, request, named))
  }

  func updateForeground(_ slot: ScreenSlot) {
    guard !slot.isNone else { return }
    let root = machine.root(of: slot)
    guard !machine[root].flags.contains(.isUpdatingForeground) else { return }
    let rootName = name(root)
    use(rootName)
    machine[root].flags.insert(.isUpdatingForeground)
    while let change = machine.changeForeground(ofRoot: root) {
      switch change {
      case .resigns(let slot): note(.resigned(name(slot)))
      case .becomes(let slot): note(.became(name(slot)))
      }
    }
    machine[root].flags.remove(.isUpdatingForeground)
    if !machine[root].parent.isNone { updateForeground(root) }
    unuse(rootName)
  }
}

extension RequestNumber {
  init(_ number: Int) { self.init(index: Int32(number)) }

  var number: Int { Int(index) }
}
