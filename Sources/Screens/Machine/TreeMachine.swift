internal import StageFloor

/// All trees of screens: what is in which container, what is visible, and what is called next.
///
/// ``next(_:isOutermost:)`` answers with one ``Call`` at a time; what that causes arrives as further
/// inputs, so every decision is made with the present state. Not copyable, so that no question to it
/// copies it. It retains no object of the app, whose deinitializer might need the machine.
struct TreeMachine: ~Copyable {
  struct Node {
    var id: ScreenID
    var parent = ScreenSlot.none
    var index: Int32 = 0
    var container: Int32 = -1
    /// The present or previous foreground child.
    var foregroundChild = ScreenSlot.none
    /// How many transitions of its own, and preparations to appear, keep all in it from unloading.
    var busyCount: Int32 = 0
    var lifecycle = LifecycleMachine()
    var flags: Flags = [.isLive]

    var appearance: ScreenAppearance { lifecycle.appearance }
    var isContainer: Bool { container >= 0 }
  }

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
    static var hasAppeared: Flags { Flags(rawValue: 128) }
    static var isUpdatingForeground: Flags { Flags(rawValue: 256) }
  }

  struct Container {
    var layout: ContainerLayout
    /// What the transition in progress removes, or would add while it is undecided.
    var others = SlotList()
    var order = TransitionOrder.uniform
    var isMoving = false
    var isMovingVisibly = false
    var isFree = false
    var presenters: [ScreenSlot: (slot: ScreenSlot, id: ScreenID)] = [:]
  }

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
  /// The trees whose roots were added to a container in their turns, which go on; seldom any.
  var innerTurns: [Tree] = []
  var lastTransition: UInt32 = 0
  private(set) var allBusyCount = 0

  init() {}

  /// For tests, which try something else in the copy.
  init(copying other: borrowing TreeMachine) {
    (nodes, freeNodes) = (other.nodes, other.freeNodes)
    (containers, freeContainers) = (other.containers, other.freeContainers)
    trees = other.trees.map { $0.map(Tree.init(copying:)) }
    lastTransition = other.lastTransition
    allBusyCount = other.allBusyCount
  }

  // MARK: Screens

  mutating func add(_ id: ScreenID, _ kind: ContainerLayout.Kind? = nil) -> ScreenSlot {
    let slot =
      freeNodes.popLast { $0.place < nodes.count } ?? ScreenSlot(index: Int32(nodes.count))
    if slot.place < nodes.count {
      nodes[slot.place] = Node(id: id)
    } else {
      nodes.append(Node(id: id))
      trees.append(nil)
    }
    if let kind { makeContainer(slot, kind) }
    return slot
  }

  mutating func makeContainer(_ slot: ScreenSlot, _ kind: ContainerLayout.Kind) {
    precondition(!self[slot].isContainer)
    let container = Container(layout: ContainerLayout(kind))
    if let free = freeContainers.popLast({ $0 < containers.count }) {
      containers[Int(free)] = container
      self[slot].container = free
    } else {
      self[slot].container = Int32(containers.count)
      containers.append(container)
    }
  }

  /// The screens that were in it, and the requests that end with it.
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
      containers[Int(node.container)] = Container(layout: ContainerLayout(.stack), isFree: true)
      freeContainers.append(node.container)
      shrinkContainers()
    }
    allBusyCount -= Int(node.busyCount)
    self[slot].flags = []
    freeNodes.append(slot)
    shrinkNodes()
    return (children, ended)
  }

  /// Removes the free places at the end; the list of free places may still mention them.
  private mutating func shrinkNodes() {
    while nodes.last?.flags.contains(.isLive) == false {
      nodes.removeLast()
      trees.removeLast()
    }
    trees.shrink()
    guard nodes.shrink() else { return }
    freeNodes.removeAll { $0.place >= nodes.count }
    freeNodes.shrink()
  }

  private mutating func shrinkContainers() {
    while containers.last?.isFree == true { containers.removeLast() }
    guard containers.shrink() else { return }
    freeContainers.removeAll { $0 >= containers.count }
    freeContainers.shrink()
  }

  subscript(slot: ScreenSlot) -> Node {
    @inline(__always) get { nodes[slot.place] }
    @inline(__always) _modify { yield &nodes[slot.place] }
  }

  subscript(container slot: ScreenSlot) -> Container {
    @inline(__always) get { containers[Int(nodes[slot.place].container)] }
    @inline(__always) _modify { yield &containers[Int(nodes[slot.place].container)] }
  }

  /// Whether the slot is still that of the same screen.
  func isLive(_ slot: ScreenSlot, _ id: ScreenID) -> Bool {
    guard !slot.isNone, let node = node(at: slot) else { return false }
    return node.flags.contains(.isLive) && node.id == id
  }

  /// Nil if the slot is that of a destroyed screen and the table has become shorter since.
  func node(at slot: ScreenSlot) -> Node? { slot.place < nodes.count ? nodes[slot.place] : nil }

  mutating func changeBusyCount(of slot: ScreenSlot, by change: Int32) {
    self[slot].busyCount += change
    allBusyCount += Int(change)
  }

  // MARK: Trees

  /// O(*d*) in the depth of the tree.
  func root(of slot: ScreenSlot) -> ScreenSlot {
    var slot = slot
    while case let parent = nodes[slot.place].parent, !parent.isNone { slot = parent }
    return slot
  }

  mutating func tree(ofRoot root: ScreenSlot) -> Tree {
    if let tree = trees[root.place] { return tree }
    let tree = Tree(root: root)
    trees[root.place] = tree
    return tree
  }

  func tree(of slot: ScreenSlot) -> Tree? { trees[root(of: slot).place] }

  func tree(ofTransition number: UInt32, in container: ScreenSlot, _ id: ScreenID) -> Tree? {
    guard isLive(container, id), let tree = tree(of: container),
      tree.transition?.number == number
    else { return nil }
    return tree
  }
}

extension Array {
  /// Releases memory if less than a quarter of it is used; returns whether it has.
  @discardableResult
  mutating func shrink() -> Bool {
    guard capacity > 64, count < capacity / 4 else { return false }
    self = map { $0 }
    return true
  }

  /// Removes the last elements, up to the one that is returned.
  fileprivate mutating func popLast(_ isWanted: (Element) -> Bool) -> Element? {
    while let last = popLast() {
      if isWanted(last) { return last }
    }
    return nil
  }
}

typealias TransitionOutcome = TransitionRequest.Outcome

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
  case makePages([Int])
  case reload(count: Int?)
  case keepPages(within: Int)
  case present(ScreenSlot, isOpaque: Bool, from: ScreenSlot)
  /// What a screen has presented, or else the layer that it is in.
  case dismiss(from: ScreenSlot)
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
