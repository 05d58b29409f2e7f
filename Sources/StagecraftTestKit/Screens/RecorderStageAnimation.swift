/// When animations of a ``RecorderStage`` end.
public enum RecorderStageAnimation: Hashable, Sendable, CaseIterable {
  /// Immediately, during the call to `begin` or `conclude`.
  case atOnce
  /// When ``RecorderStage/finishAnimation()`` is called.
  case byHand
}
