/// Brings screens back as they were archived.
@MainActor
final class Restorer {
  private let catalog: ScreenCatalog
  private(set) var report = RestorationReport()
  /// What the catalog has made, though it may be in no container yet.
  private var made: Set<ScreenID> = []

  init(_ catalog: ScreenCatalog) { self.catalog = catalog }

  /// Gives a screen what was saved, and brings back those in it.
  ///
  /// What has a view reads at once; what has none, when it gets one.
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

  /// Whether a screen that is there is the one that was archived.
  func isSame(_ screen: AnyScreen, _ node: ScreenNode) -> Bool {
    guard screen.restorationName == node.name else { return false }
    if node.name == nil {
      let kind = (screen as? any RestorableContainer)?.nodeKind
      guard kind == node.container?.kind else { return false }
    }
    var omissions: [StateOmission] = []
    return screen.collectIdentity(&omissions) == node.identity
  }

  /// A new screen as it was archived; nil if there is none, which is noted.
  func make(
    _ node: ScreenNode, at path: String, in container: any RestorableContainer
  ) -> AnyScreen? {
    guard let name = node.name, let maker = catalog.maker(name) else {
      lose(node, .unknownName, at: path, in: container)
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

  /// Why a container cannot take a screen that the catalog has made; nil if it can.
  ///
  /// All that ``ContainerScreen/check(_:)`` would stop the program for, and what the request would be
  /// refused for: a catalog is not to end the app at each launch.
  private func objection(
    to screen: AnyScreen, in container: any RestorableContainer
  ) -> RestorationLoss.Reason? {
    if let obstacle = container.obstacle(to: screen) {
      switch obstacle {
      case .isItself, .isAround: return .refused(.isAncestor)
      case .isWindow, .hasOtherView: return .doesNotFit(obstacle.sentence(screen, container))
      }
    }
    // A catalog that keeps what it makes returns the same screen for two places.
    return screen.isFree && !made.contains(screen.id) ? nil : .refused(.isTaken)
  }

  /// A child will not be back; or, without a container, a whole tree.
  func lose(
    _ node: ScreenNode, _ reason: RestorationLoss.Reason, at path: String, in container: AnyScreen?
  ) {
    let loss = RestorationLoss(
      path: container == nil ? path : node.path(in: path), screenCount: node.screenCount,
      reason: reason)
    report.losses.append(loss)
    container?.note(.notRestored(loss))
  }

  /// Changes a container now: what is under way there is ended.
  ///
  /// - Returns: why it did not change; nil if it did, or will when what calls this is over.
  func change(
    _ container: any RestorableContainer, _ request: () -> TransitionRequest
  ) -> ScreenError? {
    let request = request()
    // What is under way is not waited for, unless it is that which calls this.
    while !request.isOver, let director = container.root.ownDirector, director.current != nil,
      !director.isInTurn
    {
      director.settle()
    }
    guard case .refused(let error) = request.outcome else { return nil }
    return error
  }
}

extension AnyScreen {
  /// Gets what was saved.
  fileprivate final func take(_ state: ArchivedValues) {
    switch lifecycle.view {
    case .absent, .loading, .filling:
      savedState = state.screenState
      return
    case .leaving:
      // What was saved for it to come back with is older than this.
      lifecycle.viewStays()
    case .present: break
    }
    note(.restoredState)
    restoreState(from: reader(of: state.screenState))
  }
}
