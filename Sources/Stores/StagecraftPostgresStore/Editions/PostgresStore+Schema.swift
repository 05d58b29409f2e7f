#if PostgreSQL
internal import CPostgres
public import PostgresFloor
@_spi(Store) public import StagecraftSharedPools
internal import StoreFloor

extension PostgresStore {
  /// What ``initialize(_:)`` and ``upgrade(_:)`` have done.
  public typealias SchemaChange = PostgresSchemaChange

  /// Creates the schema `lend` and its roles, if they are not there.
  ///
  /// An older schema is left as it is.
  ///
  /// - Parameter address: The database, as a role that may create schemas and roles in it.
  /// - Returns: The editions before and after.
  /// - Throws: ``LeaseStoreError``.
  @discardableResult
  public static func initialize(
    _ address: PostgresAddress
  ) async throws(LeaseStoreError) -> SchemaChange {
    try await change(address, upgrades: false)
  }

  /// Brings the schema `lend` to the edition of this program, or creates it.
  ///
  /// Each edition is one transaction, under a lock, so that two upgrades do not meet. Clients that
  /// are one edition older go on.
  ///
  /// - Parameter address: The database, as a role that may create schemas and roles in it.
  /// - Returns: The editions before and after.
  /// - Throws: ``LeaseStoreError``.
  @discardableResult
  public static func upgrade(
    _ address: PostgresAddress
  ) async throws(LeaseStoreError) -> SchemaChange {
    try await change(address, upgrades: true)
  }

  private static func change(
    _ address: PostgresAddress, upgrades: Bool
  ) async throws(LeaseStoreError) -> SchemaChange {
    let options = try PostgresOptions.parse(address).get()
    let thread: PollThread<PostgresSchemaWork>
    do {
      thread = try PollThread("lend-schema") { PostgresSchemaWork() }
    } catch {
      throw LeaseStoreError(.unreachable, error.description)
    }
    let result = await withCheckedContinuation { waiter in
      let job = PostgresSchemaJob(options: options, upgrades: upgrades, waiter: waiter)
      if !thread.submit(job) { waiter.resume(returning: .failure(.storeIsClosed)) }
    }
    await thread.stopAndWait()
    return try result.get()
  }
}

struct PostgresSchemaJob: Sendable {
  var options: PostgresOptions
  var upgrades: Bool
  var waiter: CheckedContinuation<Result<PostgresStore.SchemaChange, LeaseStoreError>, Never>
}

/// Changes the schema, with calls of libpq that block: the thread has nothing else to do.
struct PostgresSchemaWork: PollThreadWork {
  func run(_ job: PostgresSchemaJob) { job.waiter.resume(returning: change(job)) }

  func appendWatches(to watches: inout [PollWatch]) {}
  func nextDeadline() -> Int64? { nil }
  func ready(_ descriptor: Int32, _ events: PollEvents) {}
  func deadlinePassed(at now: Int64) {}

  func stop(unrun: [PostgresSchemaJob]) {
    for job in unrun { job.waiter.resume(returning: .failure(.storeIsClosed)) }
  }

  private func change(
    _ job: PostgresSchemaJob
  ) -> Result<PostgresStore.SchemaChange, LeaseStoreError> {
    let place = job.options.description
    var keywords = job.options.completed(timeout: 30_000)
    if keywords["connect_timeout"] == nil { keywords["connect_timeout"] = "10" }
    let pairs = keywords.sorted { $0.key < $1.key }
    let connection = withCStrings(pairs.map(\.key) + [nil]) { keys in
      withCStrings(pairs.map(\.value) + [nil]) { PQconnectStartParams(keys, $0, 0) }
    }
    guard let connection else {
      return .failure(
        LeaseStoreError(.unreachable, "There is no memory left for a connection."))
    }
    defer { PQfinish(connection) }
    PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    if let error = connect(connection, until: monotonicNanoseconds() + 10_000_000_000, place) {
      return .failure(error)
    }
    do {
      return .success(
        try PostgresSchemaWriter(connection: connection, place: place).run(job.upgrades))
    } catch {
      return .failure(error)
    }
  }

  private func connect(
    _ connection: OpaquePointer, until deadline: Int64, _ place: String
  ) -> LeaseStoreError? {
    var polling = PGRES_POLLING_WRITING
    while PQstatus(connection) != CONNECTION_BAD {
      let events: PollEvents = polling == PGRES_POLLING_READING ? .readable : .writable
      let left = deadline - monotonicNanoseconds()
      guard left > 0 else {
        return LeaseStoreError(
          .unreachable, "PostgreSQL, \(place), did not answer within 10 seconds.")
      }
      waitForDescriptor(PQsocket(connection), events, atMost: left)
      polling = PQconnectPoll(connection)
      if polling == PGRES_POLLING_OK { return nil }
      if polling == PGRES_POLLING_FAILED { break }
    }
    var error = PostgresMessage(ofConnection: String(cString: PQerrorMessage(connection)))
      .error(at: place, isConnecting: true)
    if PQconnectionNeedsPassword(connection) == 1 { error.code = .denied }
    return error
  }
}
#endif
