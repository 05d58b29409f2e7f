/// Decides when the changes of a table are read.
///
/// At most one read is under way. A signal that arrives meanwhile may stand for a commit that the
/// read does not see, so another read follows.
struct FollowMachine: Hashable, Sendable {
  typealias Ticket = UInt64

  enum Phase: Hashable, Sendable {
    /// Nothing is read. Exits: `reading`, `closed`.
    case idle
    /// The changes, or all rows, are being read. Exits: `idle`, `waiting`, `closed`.
    case reading
    /// The last read has failed. Exits: `reading`, after a pause or a signal; `closed`.
    case waiting
    /// Final.
    case closed
  }

  enum Action: Equatable, Sendable {
    case none
    /// Read the changes since a position, and answer with `readChanges` or `failed`.
    case readChanges(since: TablePosition)
    /// Read all rows, and answer with `readAll` or `failed`.
    case readAll
  }

  /// What follows from the end of a read.
  struct Outcome: Equatable, Sendable {
    /// The waiters to resume.
    var resumed: [Ticket] = []
    var next = Action.none
    /// How often reads have failed in a row, if the next one follows after a pause.
    var pauseAfter: Int?
  }

  private(set) var phase = Phase.idle
  /// The state of the table that the list shows.
  private(set) var position: TablePosition
  /// Whether the list shows an earlier state than that of `position`, because rows could not be
  /// decoded: all must be read once they can.
  private(set) var isBehind = false
  /// Whether something may have changed after the present read has begun.
  private var isSignalled = false
  /// The first read that must be one of all rows, because the log does not reach back to the
  /// position, or because other rows are to be shown.
  private var fullRead: UInt64?
  /// The first read that includes the rows that a caller has asked for.
  private var load: UInt64?
  private var failures = 0
  private var readsBegun: UInt64 = 0
  /// The first read that began after each request.
  private var waiters: [Ticket: UInt64] = [:]

  init(position: TablePosition) { self.position = position }

  var isStale: Bool { failures > 0 }
  var hasWaiters: Bool { !waiters.isEmpty }
  /// Whether other rows were asked for and are not shown yet.
  var isLoading: Bool { load != nil }

  /// The table may have changed; also after a pause, or if it has been silent for long.
  mutating func signalled() -> Action {
    switch phase {
    case .closed: return .none
    case .reading:
      isSignalled = true
      return .none
    case .idle, .waiting: return begin()
    }
  }

  /// A caller waits for a read that begins after this call; nil if there will be none.
  ///
  /// - `all`: Whether it must be one of all rows.
  mutating func requested(_ ticket: Ticket, all: Bool = false) -> Action? {
    if phase == .closed { return nil }
    if all {
      fullRead = readsBegun + 1
      load = fullRead
    }
    waiters[ticket] = readsBegun + 1
    return signalled()
  }

  /// Returns whether the caller was still waiting.
  mutating func cancelled(_ ticket: Ticket) -> Bool {
    waiters.removeValue(forKey: ticket) != nil
  }

  /// The changes up to a position were read, and are shown.
  mutating func readChanges(upTo position: TablePosition) -> Outcome { finished(position) }

  /// All rows were read, and are shown.
  mutating func readAll(at position: TablePosition) -> Outcome { finished(position) }

  /// The changes are not known: the log does not reach back, or it is another one.
  mutating func foundNoChanges() -> Outcome {
    if phase == .closed { return Outcome() }
    fullRead = readsBegun + 1
    return Outcome(next: begin())
  }

  /// A read has failed; the list shows what it has shown before.
  ///
  /// - `isLasting`: Whether the next read cannot succeed before there is another commit.
  /// - `position`: The state that was read, if later changes decide whether all can be read.
  mutating func failed(isLasting: Bool, behind position: TablePosition? = nil) -> Outcome {
    if phase == .closed { return Outcome() }
    if let position {
      self.position = position
      isBehind = true
      if let first = fullRead, first <= readsBegun { fullRead = nil }
    }
    failures += 1
    // Callers that came during the read wait for the next one, which may succeed.
    let failed = readsBegun
    let resumed = takeWaiters(upTo: failed)
    if isSignalled { return Outcome(resumed: resumed, next: begin()) }
    phase = .waiting
    return Outcome(resumed: resumed, pauseAfter: isLasting ? nil : failures)
  }

  /// Returns the waiters to resume.
  mutating func closed() -> [Ticket] {
    phase = .closed
    return takeWaiters(upTo: .max)
  }

  private mutating func begin() -> Action {
    phase = .reading
    isSignalled = false
    readsBegun += 1
    return fullRead != nil ? .readAll : .readChanges(since: position)
  }

  private mutating func finished(_ position: TablePosition) -> Outcome {
    if phase == .closed { return Outcome() }
    self.position = position
    isBehind = false
    failures = 0
    phase = .idle
    let finished = readsBegun
    if let first = fullRead, first <= finished { fullRead = nil }
    if let first = load, first <= finished { load = nil }
    let resumed = takeWaiters(upTo: finished)
    return Outcome(resumed: resumed, next: isSignalled ? begin() : .none)
  }

  private mutating func takeWaiters(upTo read: UInt64) -> [Ticket] {
    if waiters.isEmpty { return [] }
    let taken = waiters.filter { $0.value <= read }.keys.sorted()
    for ticket in taken { waiters[ticket] = nil }
    return taken
  }
}
