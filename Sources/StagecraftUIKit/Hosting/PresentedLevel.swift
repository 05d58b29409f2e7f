/// The state of one controller that is presented over a hosted screen.
struct PresentedLevel: Hashable, Sendable {
  /// The controller is being dismissed, together with everything it has presented.
  var isBeingDismissed = false
  /// The controller is a search controller: the user types into a field of the screen below.
  var isSearch = false
  /// The controller is a popover that leaves the screen below visible and usable.
  var isPopover = false
}

extension Sequence<PresentedLevel> {
  /// Whether the user interacts with a presented controller instead of the screen below.
  ///
  /// Each level was presented by the previous one.
  var takeForeground: Bool {
    for level in self {
      if level.isBeingDismissed { return false }
      if !level.isSearch && !level.isPopover { return true }
    }
    return false
  }
}
