/// The tables of one pool, from which ``LendingMachine`` reads and into which it writes.
///
/// A store implements them in memory or on a database. All calls for one decision happen under the
/// store's lock for the pool, in one transaction.
///
/// Instants are microseconds of the store's clock.
@_spi(Store) public protocol LendingRecords {
  /// The error of a table that cannot be read or written; `Never` in memory.
  associatedtype Failure: Error

  /// The pool, or `nil` if it does not exist.
  func pool() throws(Failure) -> LendingPoolRecord?
  /// Stores the pool.
  mutating func setPool(_ pool: LendingPoolRecord) throws(Failure)

  // MARK: Resources

  /// The resource with this name.
  func resource(named name: String) throws(Failure) -> LendingResourceRecord?
  /// The resource with this ordinal, which exists.
  func resource(at ordinal: Int) throws(Failure) -> LendingResourceRecord
  /// The resources that are lent to a request, by want and then ordinal.
  func resources(of request: LendingID) throws(Failure) -> [LendingResourceRecord]
  /// All resources, by ordinal.
  func allResources() throws(Failure) -> [LendingResourceRecord]
  /// Adds a resource, and records which label sets it fits. The ordinal of `resource` is ignored.
  ///
  /// - Returns: Its ordinal, larger than all before.
  mutating func insert(_ resource: LendingResourceRecord) throws(Failure) -> Int
  /// Replaces a resource with the same ordinal. If its labels have changed, records again which
  /// label sets it fits.
  mutating func update(_ resource: LendingResourceRecord) throws(Failure)

  // MARK: Label sets and kinds of wants

  /// The number of a set of labels. If the set is new, records which resources fit it, those that
  /// are retired included.
  ///
  /// - Returns: Its number, or `nil` if the set is new and no resource fits it.
  mutating func labelSet(_ labels: Labels) throws(Failure) -> Int?
  /// The number of a kind of request, which is the label set of each resource that it wants. A new
  /// kind has a larger number than all before.
  mutating func kind(_ labelSets: [Int]) throws(Failure) -> Int
  /// The label sets of a kind.
  func labelSets(ofKind kind: Int) throws(Failure) -> [Int]
  /// The first resources that fit a label set.
  ///
  /// Those that show the preferred key come first. Otherwise, free resources are ordered by when
  /// they became free and by ordinal, and those of the whole stock by ordinal.
  ///
  /// - Parameters:
  ///   - labelSet: The label set.
  ///   - scope: Which resources.
  ///   - preferring: The preferred affinity key.
  ///   - excluded: Ordinals to leave out.
  ///   - limit: How many at most.
  /// - Returns: The resources.
  /// - Throws: The error of the tables.
  func candidates(
    for labelSet: Int, in scope: LendingScope, preferring: String?, excluding excluded: Set<Int>,
    limit: Int
  ) throws(Failure) -> [LendingCandidate]

  // MARK: Requests

  /// The request with this identifier.
  func request(_ id: LendingID) throws(Failure) -> LendingRequestRecord?
  /// Adds a request.
  mutating func insert(_ request: LendingRequestRecord) throws(Failure)
  /// Replaces a request with the same identifier.
  mutating func update(_ request: LendingRequestRecord) throws(Failure)
  /// The first waiting request of a kind whose place is after `place`.
  func firstWaiting(
    ofKind kind: Int, after place: LendingPlace?
  ) throws(Failure) -> LendingRequestRecord?
  /// The kinds of waiting requests that want something which a resource fits.
  func waitingKinds(fitting ordinal: Int) throws(Failure) -> [Int]
  /// The kinds of waiting requests that want something which any free resource fits.
  func waitingKindsFittingFree() throws(Failure) -> [Int]
  /// Whether a request waits that wants more than one resource.
  func isMultipleWaiting() throws(Failure) -> Bool
  /// The requests of a session in this state, by ticket.
  func requests(
    of session: LendingID, in state: LendingRequestRecord.State
  ) throws(Failure) -> [LendingRequestRecord]
  /// Granted requests whose leases ended at `instant` or earlier, by end and then ticket.
  func leases(endedBy instant: Int64, limit: Int) throws(Failure) -> [LendingRequestRecord]
  /// The earliest end of a lease.
  func firstEndOfLease() throws(Failure) -> Int64?
  /// The first waiting requests in the order of the line.
  func line(limit: Int) throws(Failure) -> [LendingRequestRecord]
  /// How many requests wait.
  func waitingCount() throws(Failure) -> Int
  /// Removes requests that ended before `instant`, the earliest first, and kinds and label sets
  /// without requests.
  mutating func forget(endedBefore instant: Int64, limit: Int) throws(Failure)

  // MARK: Sessions

  /// The session with this identifier.
  func session(_ id: LendingID) throws(Failure) -> LendingSessionRecord?
  /// Adds or replaces a session.
  mutating func setSession(_ session: LendingSessionRecord) throws(Failure)
  /// Removes a session.
  mutating func removeSession(_ id: LendingID) throws(Failure)
  /// Sessions that are present until `instant` or a time before it, and hold no lease, by
  /// identifier.
  func sessions(unseenSince instant: Int64, limit: Int) throws(Failure) -> [LendingID]

  // MARK: The log

  /// Appends an entry; the table gives it its number and time.
  mutating func append(_ event: LendingEvent) throws(Failure)
  /// Entries after a number, in order.
  func events(after number: Int64, limit: Int) throws(Failure) -> [LendingEvent]
  /// How many entries of each kind were appended.
  func eventCounts() throws(Failure) -> [LendingEvent.Kind: Int]
}

/// A pool, as a store records it.
@_spi(Store) public struct LendingPoolRecord: Hashable, Sendable {
  /// The rules.
  public var settings: SharedPoolSettings
  /// The epoch of new fences.
  public var epoch: Int64
  /// The counter of the last fence.
  public var lastFence: Int64
  /// The last ticket.
  public var lastTicket: Int64
  /// When the last request joined; later ones are never recorded as earlier.
  public var lastJoin: Int64

  /// Creates a record.
  public init(
    settings: SharedPoolSettings, epoch: Int64 = 1, lastFence: Int64 = 0, lastTicket: Int64 = 0,
    lastJoin: Int64 = .min / 2
  ) {
    self.settings = settings
    self.epoch = epoch
    self.lastFence = lastFence
    self.lastTicket = lastTicket
    self.lastJoin = lastJoin
  }
}

/// A resource, as a store records it.
@_spi(Store) public struct LendingResourceRecord: Hashable, Sendable {
  /// The state of a resource.
  public enum State: String, Hashable, Sendable {
    case free, lent, quarantined, retired
  }

  /// Which of the pool's resources it is, in the order of adding.
  public var ordinal: Int
  /// Its name.
  public var name: String
  /// Its labels.
  public var labels: Labels
  /// What the keeper stored with it.
  public var payload: [UInt8]
  /// Identifies the call that added it.
  public var token: LendingID
  /// Its state.
  public var state: State
  /// Its state when it is returned: anything but `lent`.
  public var stateOnReturn: State
  /// Why it is quarantined, or will be.
  public var reason: String?
  /// The affinity key that it shows.
  public var shows: String?
  /// When it became free.
  public var freedAt: Int64
  /// The request to which it is lent.
  public var request: LendingID?
  /// The index of the want that it satisfies.
  public var want: Int
  /// Whether it was preferred when it was lent.
  public var isPreferred: Bool

  /// Creates a record of a free resource.
  public init(
    ordinal: Int = 0, name: String, labels: Labels, payload: [UInt8], token: LendingID,
    freedAt: Int64
  ) {
    self.ordinal = ordinal
    self.name = name
    self.labels = labels
    self.payload = payload
    self.token = token
    state = .free
    stateOnReturn = .free
    self.freedAt = freedAt
    want = 0
    isPreferred = false
  }
}

/// A request, as a store records it.
@_spi(Store) public struct LendingRequestRecord: Hashable, Sendable {
  /// The state of a request.
  public enum State: String, Hashable, Sendable {
    case waiting, granted, ended
  }

  /// Its identifier.
  public var id: LendingID
  /// The session that asked.
  public var session: LendingID
  /// What it wants.
  public var wants: [Want]
  /// Its kind.
  public var kind: Int
  /// Its priority.
  public var priority: Int
  /// Its place in the line.
  public var place: LendingPlace
  /// Its state.
  public var state: State
  /// When it joined.
  public var joinedAt: Int64
  /// The fence, once it is granted.
  public var fence: Fence?
  /// When it was granted.
  public var grantedAt: Int64
  /// When its lease ends unless it is renewed.
  public var leaseEndsAt: Int64
  /// Why it can no longer be renewed, if a keeper takes it back.
  public var revoked: String?
  /// When it ended.
  public var endedAt: Int64
  /// How it ended.
  public var end: LendingEnd?

  /// Creates a record of a waiting request.
  public init(
    id: LendingID, session: LendingID, wants: [Want], kind: Int, priority: Int,
    place: LendingPlace, joinedAt: Int64
  ) {
    self.id = id
    self.session = session
    self.wants = wants
    self.kind = kind
    self.priority = priority
    self.place = place
    self.joinedAt = joinedAt
    state = .waiting
    grantedAt = 0
    leaseEndsAt = 0
    endedAt = 0
  }
}

/// A place in the line: smaller ones are served first.
@_spi(Store) public struct LendingPlace: Hashable, Comparable, Sendable {
  /// When the request joined, minus its priority times the ageing.
  public var rank: Int64
  /// Later requests have larger tickets.
  public var ticket: Int64

  /// Creates a place.
  public init(rank: Int64, ticket: Int64) {
    self.rank = rank
    self.ticket = ticket
  }

  /// Returns whether one place is served before another.
  ///
  /// - Parameters:
  ///   - left: A place.
  ///   - right: Another place.
  /// - Returns: Whether `left` is served first.
  public static func < (left: LendingPlace, right: LendingPlace) -> Bool {
    (left.rank, left.ticket) < (right.rank, right.ticket)
  }
}

/// A session, as a store records it.
@_spi(Store) public struct LendingSessionRecord: Hashable, Sendable {
  /// Its description.
  public var session: LendingSession
  /// Until when it counts as present without being seen.
  public var presentUntil: Int64

  /// Creates a record.
  public init(session: LendingSession, presentUntil: Int64) {
    self.session = session
    self.presentUntil = presentUntil
  }
}

/// Which resources a search considers.
@_spi(Store) public enum LendingScope: Hashable, Sendable {
  /// Those that can be lent now.
  case free
  /// Those that are not retired, and will not be when they are returned.
  case stock
}

/// A resource that a search has found.
@_spi(Store) public struct LendingCandidate: Hashable, Sendable {
  /// Its ordinal.
  public var ordinal: Int
  /// Whether it shows the preferred affinity key.
  public var isPreferred: Bool

  /// Creates a candidate.
  public init(ordinal: Int, isPreferred: Bool) {
    self.ordinal = ordinal
    self.isPreferred = isPreferred
  }
}
