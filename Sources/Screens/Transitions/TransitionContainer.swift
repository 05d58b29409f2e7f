/// What a director asks of a container, whatever the type of its views.
@MainActor
protocol TransitionContainer: AnyScreen {
  /// Who comes first.
  var transitionOrder: TransitionOrder { get }
  /// Who is in it, as far as that is decided.
  var layout: ContainerLayout { get set }
  /// The screens that are in the container, or on their way in or out.
  var members: ScreenRoll { get }
  /// Takes a screen in, before it hears of it.
  func takeIn(_ screen: AnyScreen)
  /// Lets go of a screen, after it has heard of it.
  func letGo(of id: ScreenID)

  /// From now on the stage is left alone, but for these.
  func transitionBegins(_ transition: RunningTransition)
  /// The stage is to begin.
  func show(_ transition: RunningTransition)
  /// The stage is to follow.
  func follow(_ progress: Double)
  /// The stage is to move on, or back.
  func conclude(_ outcome: TransitionContext.Outcome)
  /// The stage shows what is decided.
  func showLayout()
  /// The stage is no longer left alone.
  func transitionEnded()
}
