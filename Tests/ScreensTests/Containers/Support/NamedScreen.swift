import StagecraftTestKit

@testable import StagecraftScreens

/// A screen with a name, and callbacks that a test sets.
final class NamedScreen: Screen<FakeView> {
  enum Moment: Hashable, CaseIterable {
    case loadView, viewDidLoad
    case willAppear, didAppear, willDisappear, didDisappear
    case willMove, didMove
    case becameForeground, resignedForeground
    case enteredBackground, entersForeground
    case shouldDismiss, didAttemptToDismiss, willDismiss, didDismiss

    /// The moments of a push and a pop.
    static let inAStack: [Moment] = [
      .loadView, .viewDidLoad, .willAppear, .didAppear, .willDisappear, .didDisappear, .willMove,
      .didMove, .becameForeground, .resignedForeground,
    ]
  }

  private let ownName: String
  /// The actions at these moments.
  var acts: [Moment: (NamedScreen) -> Void] = [:]
  /// Whether a gesture may dismiss it.
  var isDismissible = true
  /// The contexts that it received.
  var contexts: [TransitionContext] = []

  init(_ name: String, in application: ScreenApplication = .shared) {
    ownName = name
    super.init(in: application)
    title = name
  }

  override var name: String { ownName }

  override func loadView() -> FakeView {
    acts[.loadView]?(self)
    return FakeView(ownName)
  }
  override func viewDidLoad() { acts[.viewDidLoad]?(self) }
  override func viewWillAppear(_ context: TransitionContext) { take(.willAppear, context) }
  override func viewDidAppear(_ context: TransitionContext) { take(.didAppear, context) }
  override func viewWillDisappear(_ context: TransitionContext) { take(.willDisappear, context) }
  override func viewDidDisappear(_ context: TransitionContext) { take(.didDisappear, context) }
  override func willMove(toParent parent: AnyScreen?) { acts[.willMove]?(self) }
  override func didMove(toParent parent: AnyScreen?) { acts[.didMove]?(self) }
  override func shouldDismiss() -> Bool {
    acts[.shouldDismiss]?(self)
    return isDismissible
  }
  override func didAttemptToDismiss() { acts[.didAttemptToDismiss]?(self) }
  override func willDismiss() { acts[.willDismiss]?(self) }
  override func didDismiss() { acts[.didDismiss]?(self) }
  override func didBecomeForeground() { acts[.becameForeground]?(self) }
  override func didResignForeground() { acts[.resignedForeground]?(self) }
  override func didEnterBackground() { acts[.enteredBackground]?(self) }
  override func willEnterForeground() { acts[.entersForeground]?(self) }

  private func take(_ moment: Moment, _ context: TransitionContext) {
    contexts.append(context)
    acts[moment]?(self)
  }
}
