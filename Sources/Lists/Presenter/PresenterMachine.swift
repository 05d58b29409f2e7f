/// Decides when a presenter may present: one step at a time, and only if the surface is ready.
struct PresenterMachine: Sendable {
  /// Whether a step is under way.
  private(set) var isPresenting = false
  /// Whether there may be something that the surface was not told.
  private(set) var isPending = false

  /// There may be something to present.
  ///
  /// - Parameter isReady: whether the surface can take it; not asked while a step is under way.
  /// - Returns: whether to present it now, and then call ``ended()``.
  mutating func begin(isReady: Bool) -> Bool {
    isPending = true
    guard isReady, !isPresenting else { return false }
    isPresenting = true
    isPending = false
    return true
  }

  /// A step has been presented.
  ///
  /// - Returns: whether somebody asked meanwhile, and is to be served in a turn of its own.
  mutating func ended() -> Bool {
    isPresenting = false
    return isPending
  }
}
