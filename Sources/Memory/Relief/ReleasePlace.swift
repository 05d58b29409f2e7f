/// Where a responder runs.
public enum ReleasePlace: Sendable, Hashable {
  /// On any thread of the concurrency runtime's.
  case anywhere

  /// On the main actor, in short slices between which the user interface goes on.
  case mainActor
}
