package import Harness

extension Suite {
  /// `bench screens`: the cost of pushing a screen, of having many, of unloading their views, and
  /// of restoring the user's state.
  package static var screens: Suite {
    Suite(
      name: "screens", summary: "screens that come and go, and what they keep",
      cases: Case.pushes + Case.crowds + Case.states,
      targets: Target.screens)
  }
}
