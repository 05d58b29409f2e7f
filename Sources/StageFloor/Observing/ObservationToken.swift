/// Keeps an observer registered until it is cancelled or released.
///
/// The tokens that this package returns do not retain the observed object.
public final class ObservationToken: Sendable {
  private enum Removal: Sendable {
    /// The closure has not been called. Exit: `ended`.
    case once(@Sendable () -> Void)
    /// No call has returned true. Exit: `ended`.
    case untilEnded(@Sendable () -> Bool)
    /// Final.
    case ended
  }

  private let removal: Guarded<Removal>

  /// Creates a token.
  ///
  /// - Parameter remove: Ends the observation; called once, on the thread that cancels or releases
  ///   the token. Another thread that cancels meanwhile does not wait for it. The token retains what
  ///   it captures until then; capture the observed object weakly.
  public convenience init(_ remove: @escaping @Sendable () -> Void) {
    self.init(removal: .once(remove))
  }

  private init(removal: Removal) { self.removal = Guarded(removal) }

  /// Creates a token each of whose cancellations stops the observer before it returns.
  ///
  /// - Parameter end: Stops the observer, as far as the calling thread can, and returns whether the
  ///   observation has ended. Called by each `cancel()` until a call has returned true, also by
  ///   several threads at once.
  /// - Returns: The token.
  package static func stopping(
    untilEnded end: @escaping @Sendable () -> Bool
  ) -> ObservationToken {
    ObservationToken(removal: .untilEnded(end))
  }

  deinit { cancel() }

  /// Ends the observation and releases the observer.
  ///
  /// After this method returns, no event reaches the observer, except one that another thread is
  /// delivering at that moment. The observer may call it. It may be called repeatedly and by several
  /// threads: each call keeps this promise, even if an earlier one has not returned yet. Releasing
  /// the token cancels it too.
  ///
  /// An observer on the main actor is removed there: at once if this is called on the main actor,
  /// otherwise soon. A call on the main actor removes it at once even if another thread has cancelled
  /// before.
  ///
  /// A token that was created with a closure calls it once: a call that comes meanwhile returns at
  /// once and promises nothing.
  public func cancel() {
    let removal = removal.withLock { removal in
      defer { if case .once = removal { removal = .ended } }
      return removal
    }
    switch removal {
    case .once(let remove): remove()
    case .untilEnded(let end): if end() { _ = self.removal.exchange(.ended) }
    case .ended: break
    }
  }
}
