internal import StagecraftScreens

/// The rules of one screen's life, as a book of its own that knows nothing of how screens work.
struct ScreenLife {
  private var hasView: Bool
  private var isFilled: Bool
  private var appearance: ScreenAppearance
  private var isForeground: Bool
  /// Where it was last told that it will move, until it has.
  private var move: ScreenID??
  /// Whether a finger is dismissing it.
  private var isDismissing = false

  init(
    hasView: Bool = false, appearance: ScreenAppearance = .gone, isForeground: Bool = false
  ) {
    self.hasView = hasView
    isFilled = hasView
    self.appearance = appearance
    self.isForeground = isForeground
  }

  /// Follows an event.
  ///
  /// - Returns: the rule that it breaks, if any.
  mutating func take(_ kind: ScreenEvent.Kind) -> String? {
    switch kind {
    case .loadView:
      (hasView, isFilled) = (true, false)
      return appearance == .gone ? nil : "A view is made while the screen is \(appearance)."
    case .viewDidLoad:
      defer { isFilled = true }
      return hasView && !isFilled ? nil : "A view is filled that was not just made."
    case .willDismiss:
      defer { isDismissing = true }
      return appearance == .visible || appearance == .gone ? nil : "It is \(appearance)."
    case .didDismiss:
      defer { isDismissing = false }
      if !isDismissing { return "It was not told that a finger dismisses it." }
      return appearance == .gone ? nil : "It is \(appearance)."
    case .willAppear:
      isDismissing = false
      return go(to: .appearing, from: [.gone, .disappearing])
    case .didAppear: return go(to: .visible, from: [.appearing])
    case .willDisappear:
      if isForeground { return "It is still foreground." }
      return go(to: .disappearing, from: [.visible, .appearing])
    case .didDisappear: return go(to: .gone, from: [.disappearing])
    case .willUnload:
      if !hasView || !isFilled { return "It has no view." }
      return appearance == .gone ? nil : "A view is to go while the screen is \(appearance)."
    case .unloaded:
      defer { (hasView, isFilled) = (false, false) }
      if !hasView || !isFilled { return "It has no view." }
      return appearance == .gone ? nil : "A view went while the screen is \(appearance)."
    case .willMove(let parent):
      defer { move = .some(parent) }
      return move == nil ? nil : "It has not yet moved where it was told that it will."
    case .didMove(let parent):
      defer { move = nil }
      guard let move else { return "It was not told that it will move." }
      // Whoever was to leave may have stayed, and whoever was to come may have gone again.
      return move == nil || move == parent ? nil : "It was told that it will move elsewhere."
    case .becameForeground:
      defer { isForeground = true }
      if isForeground { return "It is foreground already." }
      return appearance == .visible ? nil : "It is \(appearance)."
    case .resignedForeground:
      defer { isForeground = false }
      return isForeground ? nil : "It is not foreground."
    default: return nil
    }
  }

  private mutating func go(to next: ScreenAppearance, from legal: [ScreenAppearance]) -> String? {
    defer { appearance = next }
    if !hasView || !isFilled { return "It has no view." }
    return legal.contains(appearance) ? nil : "It is \(appearance)."
  }
}
