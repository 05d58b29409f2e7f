/// Keeps an observer registered until it is cancelled or released.
///
/// The tokens that this package returns do not retain the observed object.
public final class ObservationToken: Sendable {
  private let removal: Guarded<(@Sendable () -> Void)?>

  /// Creates a token.
  ///
  /// - Parameter remove: Ends the observation; called once, on the thread that cancels or releases
  ///   the token. The token retains what it captures until then; capture the observed object
  ///   weakly.
  public init(_ remove: @escaping @Sendable () -> Void) { removal = Guarded(remove) }

  deinit { cancel() }

  /// Ends the observation and releases the observer.
  ///
  /// After this method returns, no event reaches the observer, except one that another thread is
  /// delivering at that moment. The observer may call it. Cancelling again has no effect. Releasing
  /// the token cancels it too.
  ///
  /// An observer on the main actor is removed there: at once if this is called on the main actor,
  /// otherwise soon.
  public func cancel() { removal.exchange(nil)?() }
}
