/// The interface of a container for ``ScreenTrees``, independent of the type of its views.
@MainActor
protocol StageContainer: AnyScreen {
  /// The stage begins the transition in progress.
  func beginOnStage()
  /// The stage follows the progress of the gesture.
  func followOnStage(_ progress: Double)
  /// The stage completes the transition, forward or back.
  func concludeOnStage(_ outcome: TransitionContext.Outcome)
  /// The stage shows the present layout.
  func showLayout()
  /// The stage arranges its views after a pass of unloading.
  func arrangeAfterPass()
  /// The stage shows what a change has left, and then the present layout.
  func showEnd(_ change: LayoutChange)
  /// The stage shows or hides the window.
  func showWindow(isOpen: Bool)
  /// Begins an interactive turn; nil positions are of pages only.
  func beginTurn(toPage position: Int) throws(ScreenError) -> InteractiveTransition
  /// The transition has ended: the stage may receive other calls again.
  func transitionDidEnd()
  /// Creates a page.
  func makePage(at position: Int) -> AnyScreen
  /// Why a screen can never be added to the container; nil if it can.
  func obstacle(to screen: AnyScreen) -> ContainerObstacle?
  /// The view of a child is about to be unloaded: the stage must release it.
  func childViewWillUnload(_ child: AnyScreen)
  /// The view of a child has been created: the stage may show it.
  func childViewDidLoad(_ child: AnyScreen)
  /// The title of a child has changed.
  func childTitleDidChange(_ child: AnyScreen)
}

extension StageContainer {
  /// The layout that the container has or is moving to; unchanged while an interactive transition
  /// is undecided.
  var layout: ContainerLayout { trees.machine[container: slot].layout }

  /// The index of a child in the layout; nil if it is being removed, or is not added for certain.
  func index(of child: AnyScreen) -> Int? { trees.machine.index(of: child.slot, in: slot) }

  /// The child at an index of the layout.
  func child(at index: Int) -> AnyScreen? { trees.screen(layout.items[index].screen) }
}
