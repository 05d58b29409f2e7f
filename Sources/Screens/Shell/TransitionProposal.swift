/// The intended new state of a container.
///
/// A class, because it is passed on by several owners until the end of the transition.
@MainActor
final class TransitionProposal {
  let layout: ContainerLayout
  private(set) var change: ContainerChange
  /// The screens to be added to the container, in any order.
  let newcomers: [AnyScreen]
  let isAnimated: Bool
  let isInteractive: Bool

  init(
    _ change: ContainerChange, to layout: ContainerLayout, newcomers: [AnyScreen] = [],
    isAnimated: Bool, isInteractive: Bool = false
  ) {
    self.layout = layout
    self.change = change
    self.newcomers = newcomers
    self.isAnimated = isAnimated
    self.isInteractive = isInteractive
  }

  /// Removes the appearance steps, because the container is not visible.
  func hide() { change = change.hidden }
}

/// What a request does when it is executed.
enum RequestAction {
  /// Changes the container according to the returned proposal; nil if there is nothing to change.
  case change(@MainActor (any TransitionContainer) throws(ScreenError) -> TransitionProposal?)
  /// Does something else that must not happen during a transition.
  case perform(@MainActor (any TransitionContainer) throws(ScreenError) -> Void)
}
