public import StagecraftPools

/// What one ``SharedPool`` object has done since it was opened.
public struct SharedPoolCounts: Sendable {
  /// The leases that this process has received.
  public var granted = 0
  /// The resources that were returned.
  public var returned = 0
  /// The leases that have ended without being returned.
  public var lost = 0
  /// The waits that have ended without a grant: by timeout, cancellation or an error.
  public var gaveUp = 0
  /// The requests that the store has ended, and that have joined the line again.
  public var rejoined = 0
  /// The requests that were sent to the store, repeated ones included.
  public var sent = 0
  /// The requests that were sent again.
  public var repeated = 0
  /// The requests that the store has failed to decide.
  public var failed = 0
  /// The renewals: requests that renew all leases, and keep the place of all waiting requests.
  public var renewals = 0
  /// The requests to end what is due.
  public var sweeps = 0
  /// The polls that were sent while the store could not notify.
  public var polls = 0
  /// How often the session was opened again.
  public var reopened = 0
  /// The notifications that were received.
  public var notificationsReceived = 0
  /// The notifications that did not come: a poll has found what they should have announced.
  public var notificationsLost = 0
  /// How long requests waited until they were granted.
  public var waits = PoolSnapshot.Histogram()
  /// How long leases were held.
  public var holds = PoolSnapshot.Histogram()
  /// How long the store took to answer.
  public var roundTrips = PoolSnapshot.Histogram()

  /// Creates counts of zero.
  public init() {}
}
