internal import StagecraftScreens

/// The rules of a screen's lifecycle, independent of how screens are implemented.
struct ScreenLife {
  private var hasView: Bool
  private var isFilled: Bool
  private var appearance: ScreenAppearance
  private var isForeground: Bool
  /// The parent of the last `willMove`, until `didMove`.
  private var move: ScreenID??
  private var isDismissing = false

  init(
    hasView: Bool = false, appearance: ScreenAppearance = .gone, isForeground: Bool = false
  ) {
    self.hasView = hasView
    isFilled = hasView
    self.appearance = appearance
    self.isForeground = isForeground
  }

  mutating func take(_ kind: ScreenEvent.Kind) -> String? {
    switch kind {
    case .loadView:
      (hasView, isFilled) = (true, false)
      return appearance == .gone ? nil : "A view is loaded while the screen is \(appearance)."
    case .viewDidLoad:
      defer { isFilled = true }
      return hasView && !isFilled ? nil : "viewDidLoad without a new view."
    case .willDismiss:
      defer { isDismissing = true }
      return appearance == .visible || appearance == .gone ? nil : "It is \(appearance)."
    case .didDismiss:
      defer { isDismissing = false }
      if !isDismissing { return "didDismiss without willDismiss." }
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
      return appearance == .gone ? nil : "A view will unload while the screen is \(appearance)."
    case .unloaded:
      defer { (hasView, isFilled) = (false, false) }
      if !hasView || !isFilled { return "It has no view." }
      return appearance == .gone ? nil : "A view was unloaded while the screen is \(appearance)."
    case .willMove(let parent):
      defer { move = .some(parent) }
      return move == nil ? nil : "willMove again before didMove."
    case .didMove(let parent):
      defer { move = nil }
      guard let move else { return "didMove without willMove." }
      // A screen that was to leave may have stayed, and one that was to enter may have left again.
      return move == nil || move == parent ? nil : "didMove to another parent than willMove."
    case .becameForeground:
      defer { isForeground = true }
      if isForeground { return "It is already foreground." }
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
