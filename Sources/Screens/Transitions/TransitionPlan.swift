/// What a transition calls, in order.
struct TransitionPlan: Hashable, Sendable {
  /// Before anything moves.
  var begin: [PlanStep] = []
  /// After it has ended as it was meant.
  var completed: [PlanStep] = []
  /// After it was called off, and all is back where it was.
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
  /// The view is made, if there is none.
  case load(ScreenID)
  /// One of the four steps, of the screen and of what is seen in it.
  case appearance(AppearanceStep, ScreenID, TransitionContext)
  /// ``AnyScreen/didMove(toParent:)``, with the container or with nil.
  case didMove(ScreenID, isEntering: Bool)

  /// Who is called.
  var screen: ScreenID {
    switch self {
    case .willMove(let screen, _), .willDismiss(let screen), .didDismiss(let screen),
      .load(let screen), .appearance(_, let screen, _), .didMove(let screen, _):
      screen
    }
  }
}
