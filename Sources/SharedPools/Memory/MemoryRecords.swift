internal import StageFloor

/// The tables of one pool, in memory, without indexes: a search looks at all resources, or at all
/// requests that wait.
///
/// They are a value: a copy is a snapshot, and a decision on the copy does not change the original.
/// Tests compare other tables with these.
@_spi(Store) public struct MemoryRecords: LendingRecords, Sendable {
  /// The error of these tables: none.
  public typealias Failure = Never

  struct Waiter: Sendable {
    var place: LendingPlace
    var id: LendingID
    var kind: Int
  }

  struct Kind: Sendable {
    var labelSets: [Int]
    var requests = 0
  }

  /// The time that new entries of the log receive, in microseconds since 1970.
  public var time: Int64 = 0

  var poolRecord: LendingPoolRecord?
  /// All resources by ordinal; a retired one stays, because its name is still known.
  var resources: [LendingResourceRecord] = []
  var ordinals: [String: Int] = [:]
  var labelSets: [Int: Labels] = [:]
  var lastLabelSet = 0
  var kinds: [Int: Kind] = [:]
  var lastKind = 0

  var requests: [LendingID: LendingRequestRecord] = [:]
  /// Waiting requests, sorted by place.
  var line: [Waiter] = []
  var granted: Set<LendingID> = []
  /// Ended requests, sorted by when they ended.
  var ended: [(instant: Int64, id: LendingID)] = []
  var sessions: [LendingID: LendingSessionRecord] = [:]

  let logLimit: Int
  /// At most twice as many as are kept.
  var log: [LendingEvent] = []
  var lastEvent: Int64 = 0
  var counts: [LendingEvent.Kind: Int] = [:]

  /// Creates empty tables.
  ///
  /// - Parameter logLimit: How many entries of the log are kept at most, even if the rules of the
  ///   pool allow more.
  public init(logLimit: Int = 100_000) {
    require(logLimit >= 0, "The log cannot keep \(logLimit) entries; the limit is at least 0.")
    self.logLimit = logLimit
  }

  /// The pool, or `nil` if it has not been opened.
  public func pool() -> LendingPoolRecord? { poolRecord }

  /// Stores the pool.
  public mutating func setPool(_ pool: LendingPoolRecord) { poolRecord = pool }

  // MARK: Sessions

  /// The session with this identifier.
  public func session(_ id: LendingID) -> LendingSessionRecord? { sessions[id] }

  /// Adds or replaces a session.
  public mutating func setSession(_ session: LendingSessionRecord) {
    sessions[session.session.id] = session
  }

  /// Removes a session.
  public mutating func removeSession(_ id: LendingID) { sessions[id] = nil }

  /// Sessions that are present until `instant` or a time before it, and hold no lease, by
  /// identifier.
  public func sessions(unseenSince instant: Int64, limit: Int) -> [LendingID] {
    let holders = Set(granted.compactMap { requests[$0]?.session })
    let unseen = sessions.filter { $0.value.presentUntil <= instant && !holders.contains($0.key) }
    return Array(unseen.keys.sorted { ($0.high, $0.low) < ($1.high, $1.low) }.prefix(limit))
  }

  // MARK: The log

  /// Appends an entry to the log.
  public mutating func append(_ event: LendingEvent) {
    var event = event
    lastEvent += 1
    event.number = lastEvent
    event.time = time
    log.append(event)
    counts[event.kind, default: 0] += 1
    if log.count > 2 * logLength { log.removeFirst(log.count - logLength) }
  }

  private var logLength: Int { min(logLimit, poolRecord?.settings.logLength ?? logLimit) }

  /// Entries of the log after a number, in order.
  public func events(after number: Int64, limit: Int) -> [LendingEvent] {
    let unwanted = min(max(number, 0), lastEvent) - (lastEvent - Int64(log.count))
    let first = max(Int(unwanted), log.count - logLength, 0)
    return Array(log[first...].prefix(limit))
  }

  /// How many entries of each kind were appended.
  public func eventCounts() -> [LendingEvent.Kind: Int] { counts }
}
