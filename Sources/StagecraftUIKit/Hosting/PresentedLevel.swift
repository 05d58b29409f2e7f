/// What one controller that is presented over a hosted screen is like.
struct PresentedLevel: Hashable, Sendable {
  /// It is on its way out, and with it all that it has presented.
  var isBeingDismissed = false
  /// It is a search controller: the user types into the field of the screen below.
  var isSearch = false
  /// It is a popover that leaves the screen below in sight and in use.
  var isPopover = false
}

extension Sequence<PresentedLevel> {
  /// Whether the user works with what is presented, and no longer with the screen below.
  ///
  /// Each was presented by the one before it.
  var takeForeground: Bool {
    for level in self {
      if level.isBeingDismissed { return false }
      if !level.isSearch && !level.isPopover { return true }
    }
    return false
  }
}
