/// Somebody who is told what happens to a list, until this is dropped or cancelled.
///
/// Keep it as long as you want to be told. It keeps the list alive.
///
/// All methods may be called at any time, again and again, and also by the observer while it is
/// being told.
public final class ListObservation: Sendable {
  private let seat: DeliverySeat

  package init(_ seat: DeliverySeat) {
    self.seat = seat
  }

  deinit { seat.cancel() }

  /// Whether the observer is not told for the moment.
  public var isPaused: Bool { seat.isPaused }

  /// Whether the observer is never told again.
  public var isCancelled: Bool { seat.isCancelled }

  /// Does not tell the observer for the moment, as when its screen is hidden.
  ///
  /// Pausing twice is pausing once. If this is called from the main actor, the observer is not told
  /// any more once it returns; otherwise it may just be hearing something. Edits cost less while
  /// nobody is told of them.
  public func pause() { seat.pause() }

  /// Tells the observer again; all that happened meanwhile is one transition.
  ///
  /// However often the observation was paused, it goes on.
  public func resume() { seat.resume() }

  /// Tells the observer now what it has not been told yet, whatever its cadence, even if it is
  /// paused.
  ///
  /// Call it before an edit that the user makes on the screen, so that list and screen are at the
  /// same version. While the observer is being told this does nothing: what is new is told next.
  ///
  /// - Returns: whether there was something to tell.
  @MainActor
  @discardableResult
  public func flush() -> Bool { seat.flush() }

  /// Never tells the observer again, and lets go of it.
  ///
  /// If this is called from the main actor, the observer is not told any more once it returns. What
  /// the observer holds ends on the main actor.
  public func cancel() { seat.cancel() }
}
