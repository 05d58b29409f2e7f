internal import StageFloor

/// The tables of one pool, in memory.
///
/// They are a value: a copy is a snapshot, and a decision on the copy does not change the original.
/// Tests compare other tables with these.
@_spi(Store) public struct MemoryRecords: LendingRecords, Sendable {
  /// The error of these tables: none.
  public typealias Failure = Never

  /// The time that new entries of the log receive, in microseconds since 1970.
  public var time: Int64 = 0

  var poolRecord: LendingPoolRecord?

  // MARK: Resources

  /// All resources by ordinal; a retired one stays, because its name is still known.
  var resources: [LendingResourceRecord] = []
  var ordinals: [String: Int] = [:]
  var fits: [[Int]] = []
  var held: [LendingID: [Int]] = [:]
  var showing: [String: MemoryStock] = [:]

  // MARK: Label sets and kinds

  var labelSets: [Int: MemoryLabelSet] = [:]
  var labelSetNumbers: [Labels: Int] = [:]
  var lastLabelSet = 0
  var unusedLabelSets: Set<Int> = []
  /// Label sets that a waiting request contains and a free resource fits.
  var openLabelSets: Set<Int> = []
  var kinds: [Int: MemoryKind] = [:]
  var kindNumbers: [[Int]: Int] = [:]
  var lastKind = 0

  // MARK: Requests and sessions

  var requests: [LendingID: LendingRequestRecord] = [:]
  var line = SortedChunks<MemoryWaiter>()
  var waitingForSeveral = 0
  var leases = SortedChunks<MemoryEnd>()
  var ended = SortedChunks<MemoryEnd>()
  var sessions: [LendingID: LendingSessionRecord] = [:]
  var sessionRequests: [LendingID: MemorySessionRequests] = [:]
  /// Sessions without a lease, by the end of their presence.
  var sessionsWithoutLease = SortedChunks<MemoryEnd>()

  // MARK: The log

  let logLimit: Int
  /// At most twice as many as are kept.
  var log: [LendingEvent] = []
  var lastEvent: Int64 = 0

  /// Creates empty tables.
  ///
  /// - Parameter logLimit: How many entries of the log are kept, the latest ones.
  public init(logLimit: Int = 100_000) {
    require(logLimit >= 0, "The log cannot keep \(logLimit) entries; the limit is at least 0.")
    self.logLimit = logLimit
  }

  /// The pool, or `nil` if it has not been opened.
  public func pool() -> LendingPoolRecord? { poolRecord }

  /// Stores the pool.
  public mutating func setPool(_ pool: LendingPoolRecord) { poolRecord = pool }
}
