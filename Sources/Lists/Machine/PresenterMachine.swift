/// The state machine of a presenter: it presents one transition at a time, and only if the surface
/// is ready.
struct PresenterMachine: Sendable {
  /// Whether a presentation is in progress.
  private(set) var isPresenting = false
  /// Whether there may be changes that have not been presented.
  private(set) var isPending = false

  /// Handles a request to present: there may be changes.
  ///
  /// - Parameter isReady: Whether the surface is ready; ignored while a presentation is in
  ///   progress.
  /// - Returns: Whether to present now; if so, call ``ended()`` afterwards.
  mutating func begin(isReady: Bool) -> Bool {
    isPending = true
    guard isReady, !isPresenting else { return false }
    isPresenting = true
    isPending = false
    return true
  }

  /// Handles the end of a presentation.
  ///
  /// - Returns: Whether there were further requests meanwhile, to be handled in a turn of their
  ///   own.
  mutating func ended() -> Bool {
    isPresenting = false
    return isPending
  }
}
