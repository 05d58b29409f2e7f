/// Decides which request is lent which resource, for all stores: it has no clock, no thread and no
/// connection.
///
/// **The line.** Requests wait in the order of their ``LendingPlace``: first in, first out within
/// one priority. Walking along the line, each request that can have everything it wants is granted;
/// each other one keeps a largest possible part of it aside, and what is left is for those behind.
/// A request that waits for the rest is not delayed by those behind it, even though only a part is
/// kept: the sets of resources that can serve a request are the independent sets of a matroid, so a
/// largest set stays as good as everything it was chosen from.
///
/// **The walk is short.** Before each decision nothing more can be granted. Therefore, while all
/// waiting requests want one resource each, none of them fits a free one: a newcomer takes any free
/// resource that fits, and a freed resource is lent to the first waiting request that it fits.
/// Only the first request of each kind is looked at. With requests for several, the walk ends when
/// no free resource is left that a waiting kind could use.
///
/// Each decision begins with what is due: leases whose grace period has ended, sessions that have
/// gone.
@_spi(Store) public struct LendingMachine<Records: LendingRecords> {
  /// The tables.
  public var records: Records
  var notifications: [Notification] = []

  /// A hint for a session that something has happened to its request.
  public struct Notification: Hashable, Sendable {
    /// The session to notify.
    public var session: LendingID
    /// The request.
    public var request: LendingID
  }

  /// The answer to a request, and the notifications to send once it is durable.
  public struct Decision: Hashable, Sendable {
    /// The answer.
    public var answer: LendingAnswer
    /// The notifications.
    public var notifications: [Notification]
  }

  /// Creates a machine on the tables of a pool.
  public init(_ records: Records) { self.records = records }

  /// Decides a call.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - now: The store's clock, in microseconds, read under the store's lock.
  /// - Returns: The answer, and the notifications to send once it is durable.
  /// - Throws: The error of the tables. The transaction must then be rolled back.
  public mutating func decide(
    _ call: LendingCall, at now: Int64
  ) throws(Records.Failure) -> Decision {
    notifications.removeAll()
    let answer = try answer(to: call, at: now)
    defer { notifications.removeAll() }
    return Decision(answer: answer, notifications: notifications)
  }

  private mutating func answer(
    to call: LendingCall, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    if case .open(let settings, let session) = call {
      return try open(settings, session, at: now)
    }
    guard let pool = try records.pool() else { return .refused(.unknownPool) }
    switch call {
    case .open: preconditionFailure("It was answered above.")
    case .ask(let ask): return try self.ask(ask, in: pool, at: now)
    case .renew(let batch): return try self.renew(batch, in: pool, at: now)
    case .giveBack(let giving): return try giveBack(giving, at: now)
    case .withdraw(let id): return try withdraw(id, at: now)
    case .sweep:
      try sweep(at: now)
      return .swept(next: try nextDue(at: now))
    case .close(let session): return try close(session, at: now)
    case .keep(let upkeep): return try keep(upkeep, at: now)
    case .report: return .reported(try report(of: pool, at: now))
    case .events(let number, let limit):
      return .events(try records.events(after: number, limit: min(max(limit, 0), 10_000)))
    }
  }

  private mutating func open(
    _ settings: SharedPoolSettings?, _ session: LendingSession, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    if let flaw = settings?.flaw ?? session.flaw { return .refused(.invalid(flaw)) }
    let pool: LendingPoolRecord
    if let existing = try records.pool() {
      pool = existing
    } else {
      pool = LendingPoolRecord(settings: settings ?? SharedPoolSettings())
      try records.setPool(pool)
    }
    try records.setSession(
      LendingSessionRecord(session: session, presentUntil: now + pool.presence))
    return .opened(pool.settings)
  }
}

extension LendingPoolRecord {
  /// For how long a session counts as present after it was last seen, in microseconds.
  var presence: Int64 { settings.timeToLive.microseconds + settings.effectiveGrace.microseconds }
}

extension Duration {
  /// The duration in whole microseconds.
  @_spi(Store) public var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    if overflow { return seconds < 0 ? .min / 4 : .max / 4 }
    return max(.min / 4, min(scaled, .max / 4)) + attoseconds / 1_000_000_000_000
  }
}

extension LendingMachine: Sendable where Records: Sendable {}
