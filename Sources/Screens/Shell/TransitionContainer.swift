/// The interface of a container for its director, independent of the type of its views.
@MainActor
protocol TransitionContainer: AnyScreen {
  /// The order in which the screens are notified.
  var transitionOrder: TransitionOrder { get }
  /// The layout that the container has or is moving to.
  var layout: ContainerLayout { get set }
  /// The screens in the container, including those being added or removed.
  var members: ScreenTable { get }
  /// Adds a screen, before it is notified.
  func addMember(_ screen: AnyScreen)
  /// Removes a screen, after it was notified.
  func removeMember(_ id: ScreenID)

  /// A transition begins: until ``transitionEnded()``, the stage receives only the following calls.
  func transitionBegins(_ transition: RunningTransition)
  /// The stage begins the transition.
  func show(_ transition: RunningTransition)
  /// The stage follows the progress of the gesture.
  func follow(_ progress: Double)
  /// The stage completes the transition, forward or back.
  func conclude(_ outcome: TransitionContext.Outcome)
  /// The stage shows the current layout.
  func showLayout()
  /// The transition has ended: the stage may receive other calls again.
  func transitionEnded()
}
