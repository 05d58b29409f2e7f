/// The interface of a container for ``ScreenTrees``, independent of the type of its views.
@MainActor
protocol StageContainer: AnyScreen {
  func beginOnStage()
  func followOnStage(_ progress: Double)
  func concludeOnStage(_ outcome: TransitionContext.Outcome)
  func showLayout()
  func arrangeAfterPass()
  func showEnd(_ change: LayoutChange)
  func showWindow(isOpen: Bool)
  func beginTurn(toPage position: Int) throws(ScreenError) -> InteractiveTransition
  /// The stage may receive other calls again.
  func transitionDidEnd()
  func makePage(at position: Int) -> AnyScreen
  func obstacle(to screen: AnyScreen) -> ContainerObstacle?
  func childViewWillUnload(_ child: AnyScreen)
  func childViewDidLoad(_ child: AnyScreen)
  func childTitleDidChange(_ child: AnyScreen)
}

extension StageContainer {
  /// The one that the container is moving to, unless an interactive transition is undecided.
  var layout: ContainerLayout { trees.machine[container: slot].layout }

  /// Nil if it is being removed, or is not added for certain.
  func index(of child: AnyScreen) -> Int? { trees.machine.index(of: child.slot, in: slot) }

  func child(at index: Int) -> AnyScreen? { trees.screen(layout.items[index].screen) }
}
