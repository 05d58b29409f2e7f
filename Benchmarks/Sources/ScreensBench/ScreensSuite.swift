package import Harness

extension Suite {
  /// `bench screens`: what it costs to push a screen, to have many of them, to let their views go, and
  /// to bring back what the user has done.
  package static var screens: Suite {
    Suite(
      name: "screens", summary: "screens that come and go, and what they keep",
      cases: Case.pushes + Case.crowds + Case.states,
      targets: Target.screens)
  }
}
