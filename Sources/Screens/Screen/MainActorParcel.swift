internal import StageFloor

/// Carries what must end on the main actor there.
///
/// A closure that captures it is not enough: whoever makes the closure has a reference of its own
/// for some instructions more, and that may turn out to be the last.
final class MainActorParcel<Content>: @unchecked Sendable {  // guard: the sender; main actor after
  private var content: Content?

  /// Takes `content` away, and lets go of it on the main actor: now, if this is it.
  static func end(_ content: inout Content?) {
    guard content != nil else { return }
    if MainActor.isCurrent {
      content = nil
      return
    }
    let parcel = MainActorParcel()
    swap(&parcel.content, &content)
    // Detached, so that it does not take along what the thread it ended on was about.
    Task.detached { @MainActor in parcel.content = nil }
  }
}
