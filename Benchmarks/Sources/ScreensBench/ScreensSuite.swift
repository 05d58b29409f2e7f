package import Harness

extension Suite {
  /// `bench screens`: the cost of pushing a screen, of many screens, of unloading their views, and
  /// of restoring the user's state.
  package static var screens: Suite {
    Suite(
      name: "screens", summary: "pushing, unloading and restoring screens",
      cases: Case.pushes + Case.towers + Case.crowds + Case.states,
      targets: Target.screens)
  }
}
