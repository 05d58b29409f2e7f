internal import StageFloor

/// All trees of screens, as one value: what is in which container, what is visible, which requests
/// wait, and what is called next.
///
/// The machine decides and calls nothing. A request, or an event from a stage or a toolkit, is an
/// input. ``next(_:isOutermost:)`` answers with one ``Call`` at a time; the shell performs it and
/// asks again. Whatever a call causes (the app's callbacks may do anything) arrives as further
/// inputs, so every decision is made with the present state.
///
/// A tree has an *agenda*, the stack of the steps to be taken. A step changes the state, may put
/// further steps on the agenda, and may be a call. Requests are executed one at a time, when the
/// agenda is empty and no transition is in progress.
///
/// Not copyable, so that no question to it copies it. It has no reference to an object of the app, whose deinitializer might need the machine: screens
/// are slots, requests are numbers.
struct TreeMachine: ~Copyable {
  /// One screen.
  struct Node {
    var id: ScreenID
    var parent = ScreenSlot.none
    /// The index among the parent's items.
    var index: Int32 = 0
    /// The container's record; negative if the screen is not a container.
    var container: Int32 = -1
    /// The present or previous foreground child.
    var foregroundChild = ScreenSlot.none
    /// The number of reasons for which nothing in the screen may be unloaded: a transition of its
    /// own, or its preparation to appear.
    var busyCount: Int32 = 0
    var lifecycle = LifecycleMachine()
    var flags: Flags = [.isLive]

    var appearance: ScreenAppearance { lifecycle.appearance }
    var isContainer: Bool { container >= 0 }
  }

  /// What else is true of a screen.
  struct Flags: OptionSet {
    let rawValue: UInt16
    static var isLive: Flags { Flags(rawValue: 1) }
    static var isForeground: Flags { Flags(rawValue: 2) }
    /// The most recent background callback was `didEnterBackground()`.
    static var isInBackground: Flags { Flags(rawValue: 4) }
    /// A toolkit's host shows the screen, which is in no container.
    static var isHosted: Flags { Flags(rawValue: 8) }
    /// The container was destroyed, possibly while the screen was visible.
    static var isOrphan: Flags { Flags(rawValue: 16) }
    /// Of a root: the user works with another window, or the window is in the background.
    static var isBehind: Flags { Flags(rawValue: 32) }
    /// Before the screen appears, there is more to do than to create its view.
    static var needsPreparation: Flags { Flags(rawValue: 64) }
    /// The screen has appeared at least once.
    static var hasAppeared: Flags { Flags(rawValue: 128) }
    /// Of a root: the foreground path of its tree is being updated.
    static var isUpdatingForeground: Flags { Flags(rawValue: 256) }
  }

  /// What a container has besides the properties of a screen.
  struct Container {
    var layout: ContainerLayout
    /// The screens that are in the container and not in its layout: those that the transition in
    /// progress removes, or those that it would add while it is undecided.
    var others = SlotList()
    var order = TransitionOrder.uniform
    /// Whether a transition of this container is in progress.
    var isMoving = false
    /// Whether that transition is visible.
    var isMovingVisibly = false
    /// The presenters of the presented screens of a window.
    var presenters: [ScreenSlot: (slot: ScreenSlot, id: ScreenID)] = [:]
  }

  /// A request that waits.
  struct Waiting {
    let container: ScreenSlot
    let id: ScreenID
    let action: TreeAction
    let isAnimated: Bool
    /// Whether the screens that would leave have agreed.
    var isPermitted: Bool
    let request: RequestNumber
  }

  var nodes: [Node] = []
  private var freeNodes: [ScreenSlot] = []
  var containers: [Container] = []
  private var freeContainers: [Int32] = []
  /// By slot: the tree of a root; nil for other screens, and for roots that need none.
  var trees: [Tree?] = []
  /// The number of the transition that began last.
  var lastTransition: UInt32 = 0
  /// The sum of the nodes' busy counts.
  private(set) var allBusyCount = 0

  init() {}

  /// Creates a copy, in which something else can be tried.
  init(copying other: borrowing TreeMachine) {
    (nodes, freeNodes) = (other.nodes, other.freeNodes)
    (containers, freeContainers) = (other.containers, other.freeContainers)
    trees = other.trees.map { $0.map(Tree.init(copying:)) }
    lastTransition = other.lastTransition
    allBusyCount = other.allBusyCount
  }

  // MARK: Screens

  /// Adds a screen, which is in no container.
  ///
  /// - Parameters:
  ///   - id: The identity of the screen.
  ///   - kind: The kind of the container; nil if it is none.
  /// - Returns: The slot of the screen.
  mutating func add(_ id: ScreenID, _ kind: ContainerLayout.Kind? = nil) -> ScreenSlot {
    let slot = freeNodes.popLast() ?? ScreenSlot(index: Int32(nodes.count))
    if slot.place < nodes.count {
      nodes[slot.place] = Node(id: id)
    } else {
      nodes.append(Node(id: id))
      trees.append(nil)
    }
    if let kind { makeContainer(slot, kind) }
    return slot
  }

  /// Makes a container of a screen that has just been added.
  mutating func makeContainer(_ slot: ScreenSlot, _ kind: ContainerLayout.Kind) {
    precondition(!self[slot].isContainer)
    let container = Container(layout: ContainerLayout(kind))
    if let free = freeContainers.popLast() {
      containers[Int(free)] = container
      self[slot].container = free
    } else {
      self[slot].container = Int32(containers.count)
      containers.append(container)
    }
  }

  /// Removes a screen that is being destroyed.
  ///
  /// - Returns: The screens that were in it, and the requests that end with it.
  mutating func remove(
    _ slot: ScreenSlot
  ) -> (children: [ScreenSlot], ended: [(RequestNumber, TransitionOutcome)]) {
    let children = children(of: slot)
    for child in children {
      self[child].parent = .none
      self[child].flags.insert(.isOrphan)
    }
    let ended = endTree(of: slot, with: children)
    let node = self[slot]
    if node.isContainer {
      containers[Int(node.container)] = Container(layout: ContainerLayout(.stack))
      freeContainers.append(node.container)
    }
    allBusyCount -= Int(node.busyCount)
    self[slot].flags = []
    freeNodes.append(slot)
    return (children, ended)
  }

  subscript(slot: ScreenSlot) -> Node {
    @inline(__always) get { nodes[slot.place] }
    @inline(__always) _modify { yield &nodes[slot.place] }
  }

  /// The container's record of a screen that is a container.
  subscript(container slot: ScreenSlot) -> Container {
    @inline(__always) get { containers[Int(nodes[slot.place].container)] }
    @inline(__always) _modify { yield &containers[Int(nodes[slot.place].container)] }
  }

  /// Whether the slot is still that of the same screen.
  func isLive(_ slot: ScreenSlot, _ id: ScreenID) -> Bool {
    !slot.isNone && nodes[slot.place].flags.contains(.isLive) && nodes[slot.place].id == id
  }

  mutating func changeBusyCount(of slot: ScreenSlot, by change: Int32) {
    self[slot].busyCount += change
    allBusyCount += Int(change)
  }

  // MARK: Trees

  /// The root of a screen's tree.
  ///
  /// - Complexity: O(*d*) in the depth of the tree.
  func root(of slot: ScreenSlot) -> ScreenSlot {
    var slot = slot
    while case let parent = nodes[slot.place].parent, !parent.isNone { slot = parent }
    return slot
  }

  /// The tree of a root, which is created if there is none.
  mutating func tree(ofRoot root: ScreenSlot) -> Tree {
    if let tree = trees[root.place] { return tree }
    let tree = Tree(root: root)
    trees[root.place] = tree
    return tree
  }

  /// The tree that a screen is in, if its root has one.
  func tree(of slot: ScreenSlot) -> Tree? { trees[root(of: slot).place] }

  /// Whether the transition with this number is in progress in a container, and where.
  func tree(ofTransition number: UInt32, in container: ScreenSlot, _ id: ScreenID) -> Tree? {
    guard isLive(container, id), let tree = tree(of: container),
      tree.transition?.number == number
    else { return nil }
    return tree
  }
}

/// How a request ended.
typealias TransitionOutcome = TransitionRequest.Outcome

/// What a request asks of a container.
enum TreeAction: Hashable, Sendable {
  case push(ScreenSlot)
  case pop
  case popTo(ScreenSlot)
  case popToRoot
  case setStack([ScreenSlot])
  case selectIndex(Int)
  case select(ScreenSlot)
  case insertTab(ScreenSlot, at: Int?)
  case removeTab(ScreenSlot)
  case replaceTab(ScreenSlot, with: ScreenSlot)
  case setTabs([ScreenSlot])
  case turn(to: Int)
  /// Creates pages that are not visible yet.
  case makePages([Int])
  case reload(count: Int?)
  /// Removes the pages that are farther than this from the open one.
  case keepPages(within: Int)
  case present(ScreenSlot, isOpaque: Bool, from: ScreenSlot)
  /// Dismisses what a screen has presented, or else the layer that it is in.
  case dismiss(from: ScreenSlot)
  /// Dismisses a layer and all above it.
  case dismissLayer(ScreenSlot)
  case setRoot(ScreenSlot)
  /// Pops the top of a stack, or dismisses the topmost layer of a window.
  case back
  /// Removes a screen that has finished: from a stack with those above it, or from a window.
  case leave(ScreenSlot)
  case open
  case close
  /// Does something else that must not happen during a transition.
  case perform
}
