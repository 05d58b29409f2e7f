internal import StageFloor

/// Moves a value to the main actor and destroys it there.
///
/// Capturing the value in a closure is not enough: the code that creates the closure keeps its own
/// reference for a few more instructions, which may turn out to be the last.
final class MainActorDestroyer<Content>: @unchecked Sendable {
  private var content: Content?  // guard: the sender; afterwards the main actor

  /// At once, if the caller is on the main actor.
  static func destroy(_ content: inout Content?) {
    guard content != nil else { return }
    if MainActor.isCurrent {
      content = nil
      return
    }
    let destroyer = MainActorDestroyer()
    swap(&destroyer.content, &content)
    // Detached, so that it inherits nothing from the current thread's task.
    Task.detached { @MainActor in destroyer.content = nil }
  }
}
