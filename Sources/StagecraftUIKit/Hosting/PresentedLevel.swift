struct PresentedLevel: Hashable, Sendable {
  var isBeingDismissed = false
  /// The user types into a field of the screen below.
  var isSearch = false
  /// It leaves the screen below visible and usable.
  var isPopover = false
}

extension Sequence<PresentedLevel> {
  /// Each level was presented by the previous one.
  var takeForeground: Bool {
    for level in self {
      if level.isBeingDismissed { return false }
      if !level.isSearch && !level.isPopover { return true }
    }
    return false
  }
}
