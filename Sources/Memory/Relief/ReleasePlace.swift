/// Where a responder runs.
public enum ReleasePlace: Sendable, Hashable {
  /// On any thread of the concurrency runtime.
  case anywhere

  /// On the main actor, in short slices between which it can run other work.
  case mainActor
}
