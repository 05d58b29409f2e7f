extension AnyScreen {
  /// Asks whether the user's finger may dismiss the screen, and says so if it may not.
  final func permitsDismissal() -> Bool {
    note(.shouldDismiss)
    if shouldDismiss() { return true }
    note(.didAttemptToDismiss)
    didAttemptToDismiss()
    return false
  }

  final func tellWillDismiss() {
    note(.willDismiss)
    willDismiss()
  }

  final func tellDidDismiss() {
    note(.didDismiss)
    didDismiss()
  }
}
