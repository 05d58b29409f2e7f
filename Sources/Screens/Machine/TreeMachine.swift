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
    /// The record of the tree of which this is the root; negative if there is none yet.
    var tree: Int32 = -1
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

  /// The tree of a root: what is read at each step, and copied with no reference.
  struct Tree {
    var root: ScreenSlot
    var transition: Transition?
    /// Whether screens or a stage are being called, or a view is being created.
    var isInTurn = false
    /// Whether the shell is performing the calls of the agenda.
    var isRunning = false
    /// Whether its root has joined another tree; what remains is the turn in progress.
    var isAbsorbed = false
    /// The answer to the last question.
    var isPermitted = true
    var suspensions: Int32 = 0
  }

  var nodes: [Node] = []
  private var freeNodes: [ScreenSlot] = []
  var containers: [Container] = []
  private var freeContainers: [Int32] = []
  var trees: [Tree] = []
  /// By tree: the steps to be taken, the next one last.
  var agendas: [[Step]] = []
  /// By tree: the requests that wait.
  var queues: [Deque<Waiting>] = []
  /// By tree: what the transition in progress changes.
  var changes: [LayoutChange] = []
  /// By tree: the layout after an interactive transition, until that is decided.
  var layoutsAfter: [ContainerLayout?] = []
  /// By tree: the request that is being executed, while its questions are answered or its pages
  /// created.
  var executings: [Waiting?] = []
  /// By tree: the positions of the pages to be created for it, and the pages that were.
  var pages: [(missing: [Int], made: [ContainerLayout.Item])] = []
  private var freeTrees: [Int32] = []
  /// The number of the transition that began last.
  var lastTransition: UInt32 = 0
  /// The sum of the nodes' busy counts.
  private(set) var allBusyCount = 0

  init() {}

  /// Creates a copy, in which something else can be tried.
  init(copying other: borrowing TreeMachine) {
    (nodes, freeNodes) = (other.nodes, other.freeNodes)
    (containers, freeContainers) = (other.containers, other.freeContainers)
    (trees, agendas, queues, changes) = (other.trees, other.agendas, other.queues, other.changes)
    (layoutsAfter, executings, pages) = (other.layoutsAfter, other.executings, other.pages)
    freeTrees = other.freeTrees
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
  mutating func tree(ofRoot root: ScreenSlot) -> Int {
    if self[root].tree >= 0 { return Int(self[root].tree) }
    if let free = freeTrees.popLast() {
      trees[Int(free)] = Tree(root: root)
      self[root].tree = free
    } else {
      self[root].tree = Int32(trees.count)
      trees.append(Tree(root: root))
      agendas.append([])
      queues.append(Deque())
      changes.append(LayoutChange())
      layoutsAfter.append(nil)
      executings.append(nil)
      pages.append(([], []))
    }
    return Int(self[root].tree)
  }

  /// The tree that a screen is in, if it has a record.
  func treeIfAny(of slot: ScreenSlot) -> Int? {
    let tree = nodes[root(of: slot).place].tree
    return tree < 0 ? nil : Int(tree)
  }

  /// Whether nothing is in progress in a tree, and no request waits.
  func isIdle(_ tree: Int) -> Bool {
    trees[tree].transition == nil && !trees[tree].isInTurn && queues[tree].isEmpty
  }

  /// Frees the record of a tree.
  mutating func freeTree(_ tree: Int) {
    trees[tree] = Tree(root: .none)
    agendas[tree].removeAll(keepingCapacity: true)
    changes[tree] = LayoutChange()
    layoutsAfter[tree] = nil
    executings[tree] = nil
    pages[tree] = ([], [])
    freeTrees.append(Int32(tree))
  }

  /// Whether the transition with this number is in progress in a container, and where.
  func tree(ofTransition number: UInt32, in container: ScreenSlot, _ id: ScreenID) -> Int? {
    guard isLive(container, id), let tree = treeIfAny(of: container),
      trees[tree].transition?.number == number
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
