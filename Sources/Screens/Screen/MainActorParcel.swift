internal import StageFloor

/// Moves a value to the main actor so that it is destroyed there.
///
/// Capturing the value in a closure is not enough: the code that creates the closure keeps its own
/// reference for a few more instructions, which may turn out to be the last.
final class MainActorParcel<Content>: @unchecked Sendable {  // guard: the sender; main actor after
  private var content: Content?

  /// Removes `content` and releases it on the main actor: at once if the caller is on it.
  static func end(_ content: inout Content?) {
    guard content != nil else { return }
    if MainActor.isCurrent {
      content = nil
      return
    }
    let parcel = MainActorParcel()
    swap(&parcel.content, &content)
    // Detached, so that it inherits nothing from the current thread's task.
    Task.detached { @MainActor in parcel.content = nil }
  }
}
