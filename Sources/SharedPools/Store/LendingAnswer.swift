/// The answer to a ``LendingCall``.
@_spi(Store) public enum LendingAnswer: Hashable, Sendable, Codable {
  /// To `open`: the rules of the pool.
  case opened(SharedPoolSettings)
  /// To `ask`.
  case asked(LendingOutcome)
  /// To `renew`: an answer for each lease and each waiting request, in the order of the batch.
  case renewed(leases: [LendingRenewal], waiting: [LendingOutcome])
  /// To `giveBack`.
  case returned(LendingClosing)
  /// To `withdraw`.
  case withdrawn(LendingClosing)
  /// To `sweep`: when something is due next, if leases are lent.
  case swept(next: Duration?)
  /// To `close` and `keep`.
  case done
  /// To `report`.
  case reported(SharedPoolReport)
  /// To `events`.
  case events([LendingEvent])
  /// To any request: why it was not accepted. Nothing has changed.
  case refused(LendingRefusal)
}

/// What became of a request.
@_spi(Store) public enum LendingOutcome: Hashable, Sendable, Codable {
  /// All that was wanted is lent.
  case granted(LendingGrant)
  /// The request stands in the line. Something may be due after `next`: send `sweep` then.
  case waiting(next: Duration?)
  /// Not everything was free, and the request did not join the line. It is not recorded.
  case notFree
  /// The request has ended.
  case ended(LendingEnd)
  /// There is no such request.
  case unknown
}

/// What was lent.
@_spi(Store) public struct LendingGrant: Hashable, Sendable, Codable {
  /// A resource that was lent.
  public struct Resource: Hashable, Sendable, Codable {
    /// Its name, unique in the pool.
    public var name: String
    /// The index of the want that it satisfies.
    public var want: Int
    /// Its labels.
    public var labels: Labels
    /// What the keeper stored with it.
    public var payload: [UInt8]
    /// Whether it had the affinity key that the want preferred.
    public var isPreferred: Bool

    /// Creates a description.
    public init(name: String, want: Int, labels: Labels, payload: [UInt8], isPreferred: Bool) {
      self.name = name
      self.want = want
      self.labels = labels
      self.payload = payload
      self.isPreferred = isPreferred
    }
  }

  /// The fence of all its resources.
  public var fence: Fence
  /// The resources that are still lent, in the order of the wants.
  public var resources: [Resource]
  /// How long the lease lives from now on, without renewal.
  public var remaining: Duration

  /// Creates a description.
  public init(fence: Fence, resources: [Resource], remaining: Duration) {
    self.fence = fence
    self.resources = resources
    self.remaining = remaining
  }
}

/// What a renewal did to a lease.
@_spi(Store) public enum LendingRenewal: Hashable, Sendable, Codable {
  /// It lives this long from now on, and ends no earlier than answered before. If
  /// `isFinal`, it cannot be renewed any further.
  case renewed(remaining: Duration, isFinal: Bool)
  /// It has ended, or can no longer be renewed.
  case ended(LendingEnd)
  /// There is no such lease.
  case unknown
}

/// What a return or a withdrawal did.
@_spi(Store) public enum LendingClosing: Hashable, Sendable, Codable {
  /// The resources were returned.
  case returned
  /// The waiting request has left the line.
  case left
  /// There was no such request. If it arrives later, it has ended already.
  case unknown
  /// The request had ended before.
  case already(LendingEnd)
}

/// How a request ended.
public enum LendingEnd: Hashable, Sendable, Codable {
  /// Its holder returned everything.
  case returned
  /// It was not renewed in time.
  case expired
  /// It was held as long as the pool allows.
  case tooLong
  /// A keeper took it back.
  case takenBack(reason: String)
  /// The borrower gave it up.
  case withdrawn
  /// The session was not seen, or its process has ended.
  case gone
  /// No resource in the stock fits any more.
  case impossible
}

/// Why a store did not accept a request.
///
/// Nothing has changed.
public enum LendingRefusal: Hashable, Sendable, Codable {
  /// The stock cannot satisfy the want with this index, even if all is returned: `fitting`
  /// resources have its labels.
  case impossible(want: Int, fitting: Int)
  /// There is a resource with this name.
  case duplicate(name: String)
  /// There is no resource with this name.
  case unknownResource(name: String)
  /// There is no such pool.
  case unknownPool
  /// The session is not open, or was not seen for too long: open it again.
  case unknownSession
  /// The resource is not in a state in which this can be done.
  case wrongState(name: String, state: SharedPoolReport.State)
  /// Something in the request is not allowed; the sentence says what.
  case invalid(String)
}
