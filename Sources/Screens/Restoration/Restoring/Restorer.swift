@MainActor
final class Restorer {
  private let catalog: ScreenCatalog
  /// Whether it shows a navigation, which mentions only some screens, and has no state.
  let isNavigation: Bool
  let isAnimated: Bool
  private(set) var report = ScreenRestorationReport()
  /// The screens that the catalog has created; they may be in no container yet.
  private var made: Set<ScreenID> = []

  init(
    _ catalog: ScreenCatalog, isNavigation: Bool = false, animated isAnimated: Bool = false
  ) {
    self.catalog = catalog
    self.isNavigation = isNavigation
    self.isAnimated = isAnimated
  }

  func show(_ node: ScreenNode, in window: AnyScreen) {
    guard isSame(window, node) else {
      let isWindow = node.container?.kind == .window
      lose(node, isWindow ? .unknownName : .isOtherContainer, at: node.label, in: nil)
      if let loss = report.losses.last { window.note(.notRestored(loss)) }
      return
    }
    restore(node, into: window, at: node.label)
  }

  /// A screen without a view reads its state when the view is created.
  func restore(_ node: ScreenNode, into screen: AnyScreen, at path: String) {
    report.restoredCount += 1
    if let state = node.state { screen.take(state) }
    guard let container = node.container else { return }
    guard let target = screen as? any RestorableContainer, target.nodeKind == container.kind else {
      for child in node.children { lose(child, .isOtherContainer, at: path, in: screen) }
      return
    }
    target.restoreChildren(node, by: self, at: path)
  }

  func isSame(_ screen: AnyScreen, _ node: ScreenNode) -> Bool {
    if node.isAny {
      let kind = (screen as? any RestorableContainer)?.nodeKind
      return node.container == nil || node.container?.kind == kind
    }
    guard screen.restorationName == node.name else { return false }
    if node.name == nil {
      let kind = (screen as? any RestorableContainer)?.nodeKind
      guard kind == node.container?.kind else { return false }
    }
    var omissions: [ScreenStateWriter.Omission] = []
    return screen.collectIdentity(&omissions) == node.identity
  }

  private struct Key: Hashable {
    let name: String
    let identity: ScreenArchive.Values
  }

  /// Finds a screen for each node, at its position, or else elsewhere in the container.
  func find(_ nodes: [ScreenNode], among screens: [AnyScreen]) -> [AnyScreen?] {
    var found = nodes.indices.map { place in
      place < screens.count && isSame(screens[place], nodes[place]) ? screens[place] : nil
    }
    guard found.contains(where: { $0 == nil }) else { return found }
    let taken = Set(found.compactMap { $0?.id })
    var free: [Key: [AnyScreen]] = [:]
    for screen in screens.reversed() where !taken.contains(screen.id) {
      guard let name = screen.restorationName else { continue }
      var omissions: [ScreenStateWriter.Omission] = []
      free[Key(name: name, identity: screen.collectIdentity(&omissions)), default: []]
        .append(screen)
    }
    for (place, node) in nodes.enumerated() where found[place] == nil {
      guard let name = node.name else { continue }
      found[place] = free[Key(name: name, identity: node.identity)]?.popLast()
    }
    return found
  }

  /// Nil after recording a loss.
  func make(
    _ node: ScreenNode, at path: String, in container: any RestorableContainer
  ) -> AnyScreen? {
    guard let name = node.name, let maker = catalog.maker(name) else {
      let isKind = node.isAny && node.container != nil
      lose(
        node, isKind ? .isOtherContainer : node.isAny ? .noSuchPosition : .unknownName, at: path,
        in: container)
      return nil
    }
    guard let screen = maker(container.reader(of: node.all)) else {
      lose(node, .notMade, at: path, in: container)
      return nil
    }
    if let reason = objection(to: screen, in: container) {
      lose(node, reason, at: path, in: container)
      return nil
    }
    made.insert(screen.id)
    return screen
  }

  /// Everything for which ``ContainerScreen/check(_:)`` would trap or the request would be refused:
  /// a catalog must not crash the app at each launch.
  private func objection(
    to screen: AnyScreen, in container: any RestorableContainer
  ) -> ScreenRestorationReport.Loss.Reason? {
    if let obstacle = container.obstacle(to: screen) {
      switch obstacle {
      case .isItself, .isAround: return .refused(.isAncestor)
      case .isWindow, .hasOtherView: return .doesNotFit(obstacle.sentence(screen, container))
      }
    }
    // A catalog that caches its screens returns the same one for two positions.
    return screen.isFree && !made.contains(screen.id) ? nil : .refused(.isTaken)
  }

  func lose(
    _ node: ScreenNode, _ reason: ScreenRestorationReport.Loss.Reason, at path: String,
    in container: AnyScreen?
  ) {
    let loss = ScreenRestorationReport.Loss(
      path: container == nil ? path : node.path(in: path), screenCount: node.screenCount,
      reason: reason)
    report.losses.append(loss)
    container?.note(.notRestored(loss))
  }

  /// Changes a container now; a transition in progress ends.
  ///
  /// False if the request was refused; `refused` may also be called later, at the latest when the
  /// calling turn has ended.
  @discardableResult
  func change(
    _ container: any RestorableContainer, _ request: () -> TransitionRequest,
    orElse refused: @escaping @MainActor (ScreenError) -> Void = { _ in }
  ) -> Bool {
    let request = request()
    // A transition in progress is settled rather than awaited, unless this is called from inside
    // its turn.
    while !request.isOver, container.trees.isWaitingForStage(container) {
      container.trees.settle(container)
    }
    request.onEnd { outcome in
      if case .refused(let error) = outcome { refused(error) }
    }
    if case .refused = request.outcomeIfOver { return false }
    return true
  }
}

extension AnyScreen {
  fileprivate final func take(_ state: ScreenArchive.Values) {
    switch lifecycle.view {
    case .absent, .loading, .filling:
      savedState = state.screenState
      return
    case .leaving:
      // The state saved by the unloading in progress is older than this.
      lifecycle.viewStays()
    case .present: break
    }
    note(.restoredState)
    restoreState(from: reader(of: state.screenState))
  }
}
