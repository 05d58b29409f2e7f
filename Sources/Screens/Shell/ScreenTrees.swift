internal import StageFloor

/// Performs what the ``TreeMachine`` decides, on the screens of the process.
///
/// It retains a root only during a turn. No access to its properties encloses a call of foreign
/// code, so exclusivity is not checked.
@MainActor
final class ScreenTrees {
  static let shared = ScreenTrees()

  @exclusivity(unchecked) var machine = TreeMachine()
  /// The screens in containers, by slot.
  @exclusivity(unchecked) private var owned: [Unmanaged<AnyScreen>?] = []
  @exclusivity(unchecked) var requests: [TransitionRequest?] = []
  @exclusivity(unchecked) var freeNumbers: [RequestNumber] = []
  /// The containers whose stages arrange their views after the pass; nil if there is none.
  @exclusivity(unchecked) private(set) var unarranged: Set<ScreenID>?
  @exclusivity(unchecked) private var containersToArrange: [any StageContainer] = []
  /// The screen whose view the stage must let go.
  @exclusivity(unchecked) var lettingGo = ScreenSlot.none

  private init() {}

  // MARK: Passes

  func arrangingOnce(_ pass: () -> Void) {
    guard unarranged == nil else { return pass() }
    unarranged = []
    pass()
    unarranged = nil
    let containers = containersToArrange
    containersToArrange = []
    for container in containers { container.arrangeAfterPass() }
  }

  /// Whether the stage arranges its views at the end of a pass; false if it must do so now.
  func arrangesLater(_ container: any StageContainer) -> Bool {
    guard unarranged != nil else { return false }
    if unarranged?.insert(container.id).inserted == true { containersToArrange.append(container) }
    return true
  }

  // MARK: Screens

  func add(_ id: ScreenID) -> ScreenSlot {
    let slot = machine.add(id)
    if slot.place == owned.count { owned.append(nil) }
    return slot
  }

  func makeContainer(_ screen: AnyScreen, _ kind: ContainerLayout.Kind) {
    machine.makeContainer(screen.slot, kind)
  }

  /// A screen that was destroyed on another thread may have been removed already.
  func remove(_ slot: ScreenSlot, _ id: ScreenID) {
    guard machine.isLive(slot, id) else { return }
    let (children, ended) = machine.remove(slot)
    if owned.count > 64, machine.nodes.count < owned.count / 4 {
      owned.removeSubrange(machine.nodes.count...)
      owned.shrink()
    }
    var released: [AnyScreen?] = []
    for child in children {
      let screen = disown(child)
      if let screen, machine[child].isContainer || machine.trees[child.place] != nil {
        machine.tree(ofRoot: child).screen = screen
      }
      screen?.endResultWaits()
      released.append(screen)
    }
    for (request, outcome) in ended { finish(request, outcome) }
  }

  /// The screen at a slot, if it is in a container or a root that has a tree.
  @inline(__always)
  func screen(_ slot: ScreenSlot) -> AnyScreen? {
    if slot.isNone { return nil }
    if let screen = owned[slot.place] { return screen.takeUnretainedValue() }
    return machine.trees[slot.place]?.screen
  }

  func own(_ screen: AnyScreen) { owned[screen.slot.place] = .passRetained(screen) }

  func disown(_ slot: ScreenSlot) -> AnyScreen? { owned[slot.place].take()?.takeRetainedValue() }

  /// Calls a screen without retaining it: a screen in a container is retained until it leaves, which
  /// is a step of the present turn, and the root for the turn.
  @inline(__always)
  func with(_ slot: ScreenSlot, _ body: (AnyScreen) -> Void) {
    if slot.isNone { return }
    if let screen = owned[slot.place] {
      screen._withUnsafeGuaranteedRef(body)
    } else if let root = screen(slot) {
      body(root)
    }
  }

  func container(_ slot: ScreenSlot) -> (any StageContainer)? {
    screen(slot)?.stageContainer
  }

  // MARK: Trees

  func tree(of screen: AnyScreen) -> (tree: TreeMachine.Tree, root: AnyScreen) {
    while true {
      let slot = machine.root(of: screen.slot)
      if slot == screen.slot { return (tree(ofRoot: screen), screen) }
      if let tree = machine.trees[slot.place], let root = tree.screen { return (tree, root) }
      // The root is being destroyed on another thread, and will be removed later.
      remove(slot, machine[slot].id)
    }
  }

  /// Removes the roots above a screen that are being destroyed on another thread.
  func removeDestroyedRoots(of screen: AnyScreen) {
    while case let root = machine.root(of: screen.slot), root != screen.slot,
      self.screen(root) == nil
    {
      remove(root, machine[root].id)
    }
  }

  func tree(ofRoot root: AnyScreen) -> TreeMachine.Tree {
    if let tree = machine.trees[root.slot.place] { return tree }
    let tree = machine.tree(ofRoot: root.slot)
    tree.screen = root
    return tree
  }

  func root(of screen: AnyScreen) -> AnyScreen {
    let slot = machine.root(of: screen.slot)
    return slot == screen.slot ? screen : tree(of: screen).root
  }

  func fill(_ container: AnyScreen, with screens: [AnyScreen], as layout: ContainerLayout) {
    for screen in screens { own(screen) }
    machine.fill(container.slot, with: layout).screen = container
    for screen in screens { screen.adopt(container.application) }
    performInTurn(container) {
      for screen in screens { screen.notifyWillMove(to: container) }
      for screen in screens { screen.notifyDidMove(to: container) }
    }
  }
}
