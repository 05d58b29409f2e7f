extension AnyScreen {
  /// Whether a transition moves it, or moves a container in which it goes unseen.
  final var isInTransition: Bool {
    guard Self.allTransitionCount > 0 else { return false }
    var next: AnyScreen? = self
    while let screen = next {
      let parent = screen.parent
      if screen.transitionCount > 0 || parent?.movesChildren == true { return true }
      next = screen.appearance == .gone ? parent : nil
      // What is seen moves without what is hidden in it.
      if next?.appearance != .gone { return false }
    }
    return false
  }
}
