extension AnyScreen {
  /// Whether a transition moves this screen, or moves a container in which it is hidden.
  final var isInTransition: Bool {
    guard Self.allTransitionCount > 0 else { return false }
    var next: AnyScreen? = self
    while let screen = next {
      let parent = screen.parent
      if screen.transitionCount > 0 || parent?.movesChildren == true { return true }
      next = screen.appearance == .gone ? parent : nil
      // A hidden screen in a visible container takes no part in the container's own transition.
      if next?.appearance != .gone { return false }
    }
    return false
  }
}
