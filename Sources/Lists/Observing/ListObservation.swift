/// The registration of an observer of a list, until it is released or cancelled.
///
/// Retain it for as long as the observer is to be notified. It retains the list.
///
/// All methods may be called at any time and repeatedly, also by the observer during a
/// notification.
public final class ListObservation: Sendable {
  private let registration: ObserverRegistration

  package init(_ registration: ObserverRegistration) {
    self.registration = registration
  }

  deinit { registration.cancel() }

  /// Whether the observer is paused.
  public var isPaused: Bool { registration.isPaused }

  /// Whether the observation has been cancelled.
  public var isCancelled: Bool { registration.isCancelled }

  /// Pauses the observer, for example while its screen is hidden.
  ///
  /// Pausing twice is the same as pausing once. If this is called on the main actor, no
  /// notification follows its return; elsewhere, one may be in progress. Edits cost less while no
  /// observer is to be notified.
  public func pause() { registration.pause() }

  /// Resumes the observer, which receives all changes made meanwhile as one transition.
  ///
  /// One call resumes the observation, however often it was paused.
  public func resume() { registration.resume() }

  /// Notifies the observer of all pending changes now, with any cadence, and even if it is paused.
  ///
  /// Call this before an edit that the user makes on the screen, so that the list and the screen
  /// are at the same version. During a notification this does nothing, and the changes are
  /// delivered by the next one.
  ///
  /// - Returns: Whether the observer was notified.
  @MainActor
  @discardableResult
  public func flush() -> Bool { registration.flush() }

  /// Cancels the observation for good and releases the observer.
  ///
  /// If this is called on the main actor, no notification follows its return. Objects that the
  /// observer retains are released on the main actor.
  public func cancel() { registration.cancel() }
}
