/// The requests that screens make to their window, independent of the type of its views.
@MainActor
protocol WindowContainer: TransitionContainer {
  func present(
    _ screen: AnyScreen, from presenter: AnyScreen, as style: PresentationStyle, animated: Bool
  ) -> TransitionRequest
  func dismiss(from screen: AnyScreen, animated: Bool) -> TransitionRequest
  func beginDismissal(from screen: AnyScreen) -> InteractiveTransition?
}

/// How much a presented screen covers.
public enum PresentationStyle: Hashable, Sendable, CaseIterable {
  /// Everything: what is below disappears.
  case full
  /// A part: what is below stays visible, but is not foreground.
  case sheet
}
