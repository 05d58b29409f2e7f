internal import StageFloor

extension ScreenTrees {
  /// Lets the requests that `body` submits be executed before those that wait already.
  ///
  /// Called while a request is executed, so that none of them begins meanwhile.
  ///
  /// - Parameters:
  ///   - screen: A screen of the tree.
  ///   - body: Submits requests.
  func submitFirst(in screen: AnyScreen, _ body: () -> Void) {
    guard let tree = machine.tree(of: screen.slot) else { return body() }
    var waiting = Deque<TreeMachine.Waiting>()
    swap(&waiting, &tree.queue)
    body()
    while let request = waiting.popFirst() { tree.queue.append(request) }
  }

  /// Whether the change of a container that is ending has changed what it shows.
  ///
  /// False if a gesture was cancelled, and if only pages came or went that are not open.
  fileprivate func hasNavigated(_ container: AnyScreen) -> Bool {
    guard let tree = machine.tree(of: container.slot),
      let transition = tree.transition
    else { return false }
    // The layout of an interactive transition is noted until it is completed.
    if tree.layoutAfter != nil { return false }
    let layout = machine[container: container.slot].layout
    return layout.kind != .pages || transition.currentBefore != layout.currentScreen
  }
}

extension AnyScreen {
  /// Reports that a change of this container has ended.
  ///
  /// Without observers and models, nothing is computed.
  final func reportNavigation() {
    guard ScreenApplication.observerCount > 0 || application.hasNavigationModels,
      trees.hasNavigated(self)
    else { return }
    note(.navigated)
    application.updateNavigationModels()
  }
}
