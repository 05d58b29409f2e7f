#if PostgreSQL
internal import Foundation
public import PostgresFloor
internal import StageFloor
@_spi(Store) public import StagecraftSharedPools
internal import StoreFloor

/// Shared pools in a PostgreSQL database, for processes on several machines.
///
/// ```swift
/// let store = try PostgresStore("postgres://lab@db.example.org/lend")
/// let devices = try await SharedPool("devices", at: store)
/// ```
///
/// The database needs the schema `lend`, which ``initialize(_:)`` or `lend init` creates, and roles
/// with the rights of `lend_borrower` or `lend_keeper`.
///
/// - **Decisions** are functions of the database. Each is one transaction, under one lock for each
///   pool, by the server's clock; after a jump of more than half the time to live, leases are held
///   back. What was answered is durable.
/// - **Connections.** A store has two at most, however many tasks wait: one for decisions, one for
///   notifications and renewals. The first one is closed when it was not used for three seconds, and
///   is not needed if the server has none left. A thread of its own serves both; no thread of Swift's
///   blocks.
/// - **Cancelling** a task ends its call at once, as `unreachable`: whether the request was decided
///   is then unknown.
/// - **Notifications** need a connection that is one session. Through a pooler that lends
///   connections for one transaction at a time, opening a pool fails with
///   ``LeaseStoreError/Code/unsuitable``.
/// - **Encryption.** Unless the address says otherwise, connections to other machines are encrypted
///   and the server's certificate is checked (`sslmode=verify-full`).
/// - **Failover.** Leases go on. The epoch of fences is raised, so that none repeats even if the
///   new server has lost the last of them. With asynchronous replication, the last grants can be
///   lost.
public final class PostgresStore: LeaseStore, CustomStringConvertible {
  let options: PostgresOptions
  private let leases: PostgresLeases<PostgresLink>

  /// The database, without secrets.
  public var description: String { "PostgreSQL, \(options.description)" }

  /// Creates a store, which connects when it is first used.
  ///
  /// - Parameters:
  ///   - address: Where the database is.
  ///   - configuration: How the store talks to it.
  /// - Throws: ``LeaseStoreError`` if the address cannot be read.
  public init(
    _ address: PostgresAddress, configuration: PostgresStoreConfiguration = .init()
  ) throws(LeaseStoreError) {
    let options = try PostgresOptions.parse(address).get()
    self.options = options
    let place = options.description
    let timeout = configuration.operationTimeout.wholeNanoseconds
    let keywords = options.completed(timeout: timeout / 1_000_000)
    leases = try PostgresLeases(place: place, configuration: configuration) { _ in
      PostgresLink(
        place: place, keywords: keywords, timeout: timeout,
        longestPause: configuration.longestPause.wholeNanoseconds)
    }
  }

  /// Creates a store, which connects when it is first used.
  ///
  /// - Parameters:
  ///   - url: A URL that begins with `postgres://`, or pairs in libpq's form.
  ///   - configuration: How the store talks to it.
  /// - Throws: ``LeaseStoreError`` if the address cannot be read.
  public convenience init(
    _ url: String, configuration: PostgresStoreConfiguration = .init()
  ) throws(LeaseStoreError) {
    try self.init(PostgresAddress(url), configuration: configuration)
  }

  /// Decides a call in the database.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - pool: The name of the pool.
  /// - Returns: The answer, which is durable.
  /// - Throws: ``LeaseStoreError``.
  @_spi(Store) public func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    try await leases.perform(call, in: pool)
  }

  /// Raises the epoch of fences: all later fences of the store are larger than all of that epoch.
  ///
  /// The epoch rises by itself when the server is started, fails over, or the store is restored as
  /// another table. Raise it by hand if a guard has seen larger fences than the store gives out,
  /// such as after an old copy was restored.
  ///
  /// - Parameter epoch: An epoch that a guard has seen, at most 8,388,606; without it, the epoch
  ///   rises by at least one.
  /// - Returns: The new epoch.
  /// - Throws: ``LeaseStoreError``; the role needs the rights of `lend_keeper`.
  @discardableResult
  public func raiseEpoch(above epoch: Int64 = 0) async throws(LeaseStoreError) -> Int64 {
    try await leases.raiseEpoch(above: epoch)
  }

  /// The signals that the store sends to a session.
  ///
  /// Notifications arrive after the session was opened.
  @_spi(Store) public func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    leases.signals(for: session)
  }

  /// Closes the connections and ends all streams of signals: what is under way fails.
  ///
  /// Await this before the process calls `exit`, which lets the TLS library clean up: a thread that
  /// still closes a connection could crash.
  public func close() async {
    await leases.close()
  }
}
#endif
