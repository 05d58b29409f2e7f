/// The calls of a transition, in order.
struct TransitionPlan: Hashable, Sendable {
  /// Before the stage begins.
  var begin: [PlanStep] = []
  /// After the transition was completed.
  var completed: [PlanStep] = []
  /// After the transition was cancelled, and the stage shows the start again.
  var cancelled: [PlanStep] = []
}

/// One call of a plan.
enum PlanStep: Hashable, Sendable {
  /// ``AnyScreen/willMove(toParent:)``, with the container or with nil.
  case willMove(ScreenID, isEntering: Bool)
  /// ``AnyScreen/willDismiss()``.
  case willDismiss(ScreenID)
  /// ``AnyScreen/didDismiss()``.
  case didDismiss(ScreenID)
  /// The view is loaded, if necessary.
  case load(ScreenID)
  /// One appearance step, of the screen and its visible children.
  case appearance(ScreenAppearanceStep, ScreenID, TransitionContext)
  /// ``AnyScreen/didMove(toParent:)``, with the container or with nil.
  case didMove(ScreenID, isEntering: Bool)

  /// The screen that is called.
  var screen: ScreenID {
    switch self {
    case .willMove(let screen, _), .willDismiss(let screen), .didDismiss(let screen),
      .load(let screen), .appearance(_, let screen, _), .didMove(let screen, _):
      screen
    }
  }
}
