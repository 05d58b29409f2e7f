internal import StageFloor

extension ScreenTrees {
  /// Executes what `body` requests before the requests that wait, none of which begins meanwhile.
  func submitFirst(in screen: AnyScreen, _ body: () -> Void) {
    guard let tree = machine.tree(of: screen.slot) else { return body() }
    var waiting = Deque<TreeMachine.Waiting>()
    swap(&waiting, &tree.queue)
    body()
    while let request = waiting.popFirst() { tree.queue.append(request) }
  }

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
  /// Without observers and models, nothing is computed.
  final func reportNavigation() {
    guard ScreenObserverList.totalCount > 0 || application.hasNavigationModels,
      trees.hasNavigated(self)
    else { return }
    note(.navigated)
    application.updateNavigationModels()
  }
}
