extension AnyScreen {
  /// Asks whether the user may dismiss the screen, and notifies the screen if not.
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
