internal import StagecraftScreens

struct RecordedStep {
  let content: LifecycleRecorder.Contents
  let text: String

  init(_ kind: ScreenEvent.Kind, flags: Bool, name: (ScreenID) -> String) {
    func flagged(_ step: String, _ context: TransitionContext) -> String {
      guard flags else { return step }
      var words: [String] = []
      if context.isEntering { words.append("entering") }
      if context.isLeaving { words.append("leaving") }
      if context.outcome == .cancelled { words.append("cancelled") }
      return words.isEmpty ? step : "\(step)(\(words.joined(separator: ", ")))"
    }
    func parent(_ id: ScreenID?) -> String { id.map(name) ?? "nil" }
    switch kind {
    case .loadView: (content, text) = (.views, "loadView")
    case .viewDidLoad: (content, text) = (.views, "viewDidLoad")
    case .willAppear(let context):
      (content, text) = (.appearance, flagged("willAppear", context))
    case .didAppear(let context):
      (content, text) = (.appearance, flagged("didAppear", context))
    case .willDisappear(let context):
      (content, text) = (.appearance, flagged("willDisappear", context))
    case .didDisappear(let context):
      (content, text) = (.appearance, flagged("didDisappear", context))
    case .willMove(let id): (content, text) = (.moves, "willMove(toParent: \(parent(id)))")
    case .didMove(let id): (content, text) = (.moves, "didMove(toParent: \(parent(id)))")
    case .shouldDismiss, .didAttemptToDismiss, .willDismiss, .didDismiss:
      (content, text) = (.dismissals, "\(kind)")
    case .becameForeground: (content, text) = (.foreground, "becameForeground")
    case .resignedForeground: (content, text) = (.foreground, "resignedForeground")
    default: (content, text) = (.others, "\(kind)")
    }
  }
}
