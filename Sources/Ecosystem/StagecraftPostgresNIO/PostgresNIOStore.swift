#if PostgresNIO
public import Logging
internal import PostgresFloor
public import PostgresNIO
internal import StageFloor
@_spi(Store) public import StagecraftSharedPools

/// Shared pools in a PostgreSQL database, on the client that a server has already.
///
/// ```swift
/// let store = try PostgresNIOStore(client)
/// let devices = try await SharedPool("devices", at: store)
/// ```
///
/// The schema and the decisions are those of `PostgresStore`, so processes with either store lend
/// one stock. The schema `lend` is created by ``initialize(_:)`` or `lend init`, and the client's
/// role needs the rights of `lend_borrower` or `lend_keeper`.
///
/// - **The client** must run: `client.run()`, or as a service. The store does not end it.
/// - **Connections.** A store keeps one of the client's connections while it has pools, for
///   notifications and renewals, and borrows another while decisions wait. Borrowed connections are
///   given back as they were: all settings end with a transaction. So the client needs at least two.
/// - **Decisions** are as durable as over libpq: what was answered was flushed.
/// - **Time and cancellation.** A request takes ``PostgresStoreConfiguration/operationTimeout`` at
///   most, the wait for a connection included. Then its connection is closed, and the client opens
///   another. A task that is cancelled stops waiting at once, as `unreachable`.
/// - **Errors** have the codes of `PostgresStore`. A client that cannot log in keeps trying and
///   writes the reason to its own log: here, the request is `unreachable` when its time is over.
public final class PostgresNIOStore: LeaseStore, CustomStringConvertible {
  private let place: String
  private let leases: PostgresLeases<NIOLeaseLink>

  /// The name of the database.
  public var description: String { "PostgreSQL, \(place)" }

  /// Creates a store, which borrows a connection when it is first used.
  ///
  /// - Parameters:
  ///   - client: The client, which must run while the store is used.
  ///   - name: What error messages call the database.
  ///   - configuration: How the store talks to it.
  ///   - logger: What the client logs the store's statements to, or nil for nothing.
  /// - Throws: ``LeaseStoreError`` if the system has no thread left.
  public init(
    _ client: PostgresClient, named name: String = "the client's database",
    configuration: PostgresStoreConfiguration = .init(), logger: Logger? = nil
  ) throws(LeaseStoreError) {
    place = name
    let server = NIOServer(client, place: name, logger: logger)
    let target = EventTarget<PostgresLeases<NIOLeaseLink>>()
    leases = try PostgresLeases(place: name, configuration: configuration) { role in
      NIOLeaseLink(server, role, configuration: configuration) { event in
        target.object?.receive(event, from: role)
      }
    }
    target.object = leases
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

  /// Gives the connections back and ends all streams of signals: what is under way fails.
  ///
  /// The client goes on.
  public func close() async { await leases.close() }
}
#endif
