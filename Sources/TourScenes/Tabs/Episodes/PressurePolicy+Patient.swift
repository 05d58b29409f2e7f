internal import Stagecraft

extension PressurePolicy {
  /// Waits longer for the main actor than is usual.
  ///
  /// The time for which the main actor is busy with something else counts as a responder's own, and
  /// beside two thousand tests that may be a minute.
  static var patient: PressurePolicy {
    var policy = PressurePolicy()
    policy.responderBudget = .seconds(600)
    return policy
  }
}
