internal import StageFloor

extension TreeMachine {
  /// If a turn has begun, the shell calls ``next(_:isOutermost:)``.
  mutating func submit(_ waiting: Waiting, isFirst: Bool = false) -> (tree: Tree, isTurn: Bool) {
    let tree = tree(ofRoot: root(of: waiting.container))
    guard isIdle(tree), tree.suspensions == 0 else {
      if isFirst { tree.queue.prepend(waiting) } else { tree.queue.append(waiting) }
      return (tree, false)
    }
    tree.isInTurn = true
    execute(waiting, in: tree)
    return (tree, true)
  }

  /// Executes requests until one begins a transition or needs a call; false if there is none.
  mutating func takeRequests(_ tree: Tree) -> Bool {
    while tree.agenda.isEmpty {
      guard !hasJoinedAnother(tree), tree.transition == nil, tree.suspensions == 0,
        let waiting = tree.queue.popFirst()
      else { return false }
      execute(waiting, in: tree)
    }
    return true
  }

  // MARK: Turns

  /// Whether requests to the tree wait for a turn to end: its own, or that of a screen in it.
  func isInTurn(_ tree: Tree) -> Bool {
    if tree.isInTurn || innerTurns.isEmpty { return tree.isInTurn }
    return innerTurns.contains { !$0.root.isNone && root(of: $0.root) == tree.root }
  }

  func isIdle(_ tree: Tree) -> Bool {
    tree.transition == nil && !isInTurn(tree) && tree.queue.isEmpty
  }

  /// Begins a turn, during which requests wait; false if one is in progress.
  func beginTurn(_ tree: Tree) -> Bool {
    if isInTurn(tree) { return false }
    tree.isInTurn = true
    return true
  }

  /// Returns the tree whose requests may be executed now, if its root was created in the turn.
  mutating func endTurn(_ tree: Tree) -> Tree? {
    tree.isInTurn = false
    if tree.agenda.isEmpty { tree.agenda.shrink() }
    if !innerTurns.isEmpty { innerTurns.removeAll { $0 === tree } }
    let root = tree.root
    guard !root.isNone, trees[root.place] === tree else { return nil }
    if !self[root].parent.isNone {
      trees[root.place] = nil
      return self.tree(of: root)
    }
    // A single screen needs no tree while nothing waits for it.
    if !self[root].isContainer, isIdle(tree), tree.suspensions == 0 { trees[root.place] = nil }
    return nil
  }

  // MARK: Execution

  private mutating func execute(_ waiting: Waiting, in tree: Tree) {
    guard isLive(waiting.container, waiting.id) else {
      return finish(waiting.request, .refused(.containerIsGone), in: tree)
    }
    let root = root(of: waiting.container)
    guard tree.root == root else {
      // The container has moved to another tree, which may add this one right now.
      let other = self.tree(ofRoot: root)
      other.queue.append(waiting)
      tree.agenda += [.resumeTurn, .runTree(root, self[root].id)]
      return
    }
    do throws(ScreenError) {
      switch waiting.action {
      case .perform:
        tree.executing = waiting
        tree.agenda += [
          .finish(waiting.request, .completed), .perform(waiting.request),
        ]
      case .open, .close: try executeWindow(waiting, in: tree)
      default:
        if let missing = missingPages(waiting, in: tree) {
          tree.executing = waiting
          tree.missingPages = missing
          tree.agenda += [.pagesMade, .makePages]
          return
        }
        try executeEdit(waiting, in: tree)
      }
    } catch {
      tree.madePages = []
      finish(waiting.request, .refused(error), in: tree)
    }
  }

  mutating func pagesMade(in tree: Tree) {
    guard let waiting = tree.executing.take() else { return }
    do throws(ScreenError) {
      try executeEdit(waiting, in: tree)
    } catch {
      finish(waiting.request, .refused(error), in: tree)
    }
    tree.madePages = []
  }

  private mutating func executeWindow(_ waiting: Waiting, in tree: Tree) throws(ScreenError) {
    let (window, appearance) = (waiting.container, self[waiting.container].appearance)
    let isOpening = waiting.action == .open
    guard appearance == (isOpening ? .gone : .visible) else { throw .isInWrongState }
    if !waiting.isPermitted {
      tree.isPermitted = true
      tree.executing = waiting
      tree.agenda.append(.answered)
      // The topmost and innermost screen is asked first.
      tree.agenda += descendants(of: window).map { .ask($0, .window) }
      return
    }
    let context = TransitionContext(
      .window, direction: isOpening ? .forward : .backward, outcome: .completed)
    tree.agenda += [
      .finish(waiting.request, .completed), .updateForeground,
      .appear(isOpening ? .didAppear : .didDisappear, window, context),
      .showWindow(window, isOpen: isOpening),
      .appear(isOpening ? .willAppear : .willDisappear, window, context),
    ]
  }

  private mutating func executeEdit(_ waiting: Waiting, in tree: Tree) throws(ScreenError) {
    guard let edit = try edit(for: waiting.action, in: waiting.container, tree) else {
      return finish(waiting.request, .completed, in: tree)
    }
    if let other = try busyTree(for: edit.edit, of: waiting.container, tree) {
      // The added screen is in a turn of its own, and returns the request afterwards.
      other.queue.append(waiting)
      return
    }
    if !waiting.isPermitted {
      let leaving = leaving(edit.edit, waiting.container)
      if !leaving.isEmpty {
        tree.isPermitted = true
        tree.executing = waiting
        tree.agenda.append(.answered)
        for screen in leaving.reversed() {
          tree.agenda.append(.ask(screen, edit.reason))
        }
        return
      }
    }
    if case .present(let screen, _, let presenter) = waiting.action {
      notePresenter(presenter, of: screen, in: waiting.container)
    }
    begin(edit, of: waiting, in: tree)
  }

  mutating func answered(in tree: Tree) {
    guard var waiting = tree.executing.take() else { return }
    guard tree.isPermitted else {
      return finish(waiting.request, .refused(.isRefused), in: tree)
    }
    waiting.isPermitted = true
    execute(waiting, in: tree)
  }

  private mutating func finish(
    _ request: RequestNumber, _ outcome: TransitionOutcome, in tree: Tree
  ) {
    tree.agenda.append(.finish(request, outcome))
  }

  /// From the top to the bottom.
  func leaving(_ edit: LayoutEdit, _ container: ScreenSlot) -> SlotList {
    guard case .keep(let count) = edit else { return SlotList() }
    return SlotList(self[container: container].layout.items[count...].reversed().map(\.screen))
  }

  /// Created before the request is executed.
  private func missingPages(_ waiting: Waiting, in tree: Tree) -> [Int]? {
    switch waiting.action {
    case .turn, .makePages, .reload: break
    default: return nil
    }
    let layout = self[container: waiting.container].layout
    switch waiting.action {
    case .turn(let position):
      let isMissing = (0..<layout.count).contains(position) && layout.page(at: position) == nil
      return isMissing ? [position] : nil
    case .makePages(let positions):
      let missing = positions.filter {
        (0..<layout.count).contains($0) && layout.page(at: $0) == nil
      }
      return missing.isEmpty ? nil : missing
    case .reload(let count):
      let count = count ?? layout.count
      return count > 0 ? [min(layout.currentPosition ?? 0, count - 1)] : nil
    default: return nil
    }
  }

  /// The tree of an added screen that is free only after its present turn.
  private func busyTree(
    for edit: LayoutEdit, of container: ScreenSlot, _ tree: Tree
  ) throws(ScreenError) -> Tree? {
    var mayStay = false
    if case .setAll = edit { mayStay = true }
    if case .addPages(let pages) = edit, Set(pages.map(\.screen)).count < pages.count {
      // The app has returned the same screen for several pages.
      throw .isTaken
    }
    for screen in edit.screens {
      if mayStay, self[screen].parent == container { continue }
      guard isFree(screen) else { throw .isTaken }
      guard tree.root != screen else { throw .isAncestor }
      if let own = trees[screen.place], isInTurn(own) { return own }
    }
    return nil
  }

  /// Whether a screen may be added to a container: it is in none, is not visible, and has no host.
  func isFree(_ screen: ScreenSlot) -> Bool {
    let node = self[screen]
    return node.parent.isNone && node.appearance == .gone && !node.flags.contains(.isHosted)
  }
}
