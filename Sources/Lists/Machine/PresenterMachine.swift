/// Decides when a presenter presents: one transition at a time, and only if the surface is ready.
struct PresenterMachine: Sendable {
  private(set) var isPresenting = false
  private(set) var isPending = false

  /// Returns whether to present now; if so, call ``ended()`` afterwards.
  mutating func begin(isReady: Bool) -> Bool {
    isPending = true
    guard isReady, !isPresenting else { return false }
    isPresenting = true
    isPending = false
    return true
  }

  /// Returns whether there were further requests meanwhile, to be handled in a turn of their own.
  mutating func ended() -> Bool {
    isPresenting = false
    return isPending
  }
}
