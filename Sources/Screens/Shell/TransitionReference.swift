/// Retains no screen.
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

  /// Nil if the transition has ended.
  var tree: TreeMachine.Tree? { trees.machine.tree(ofTransition: number, in: slot, id) }

  var isOpen: Bool {
    tree?.transition?.machine.isOpen ?? false
  }

  func follow(_ progress: Double) {
    trees.pass(to: self) { $0.follow(progress, $1) }
  }

  func decide(_ outcome: TransitionContext.Outcome) {
    trees.pass(to: self) { $0.decide(outcome, $1) }
  }

  func animationDidEnd() {
    trees.pass(to: self) { $0.animationDidEnd($1) }
  }

  /// The layout now, and before the transition if it has not ended.
  var layouts: (before: ContainerLayout, after: ContainerLayout)? {
    guard trees.machine.isLive(slot, id) else { return nil }
    let layout = trees.machine[container: slot].layout
    guard let tree else { return (layout, layout) }
    if let after = tree.layoutAfter { return (layout, after) }
    return (layout.undoing(tree.change), layout)
  }

  /// Nil if the transition has ended.
  var change: LayoutChange? {
    tree?.change
  }
}
