#if PostgreSQL
internal import CPostgres
internal import PostgresFloor
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

struct PostgresExaminationJob: Sendable {
  var options: PostgresOptions
  var waiter: CheckedContinuation<Result<PostgresExamination, LeaseStoreError>, Never>
}

/// Examines a server with calls of libpq that block: the thread has nothing else to do.
struct PostgresExaminationWork: PollThreadWork {
  func run(_ job: PostgresExaminationJob) { job.waiter.resume(returning: examine(job.options)) }

  func appendWatches(to watches: inout [PollWatch]) {}
  func nextDeadline() -> Int64? { nil }
  func ready(_ descriptor: Int32, _ events: PollEvents) {}
  func deadlinePassed(at now: Int64) {}

  func stop(unrun: [PostgresExaminationJob]) {
    for job in unrun { job.waiter.resume(returning: .failure(.storeIsClosed)) }
  }

  private func examine(_ options: PostgresOptions) -> Result<PostgresExamination, LeaseStoreError> {
    let place = options.description
    var keywords = options.completed(timeout: 10_000)
    if keywords["connect_timeout"] == nil { keywords["connect_timeout"] = "10" }
    let pairs = keywords.sorted { $0.key < $1.key }
    let connection = withCStrings(pairs.map(\.key) + [nil]) { keys in
      withCStrings(pairs.map(\.value) + [nil]) { PQconnectdbParams(keys, $0, 0) }
    }
    guard let connection else {
      return .failure(LeaseStoreError(.unreachable, "There is no memory left for a connection."))
    }
    defer { PQfinish(connection) }
    guard PQstatus(connection) == CONNECTION_OK else {
      var error = PostgresMessage(ofConnection: String(cString: PQerrorMessage(connection)))
        .error(at: place, isConnecting: true)
      if PQconnectionNeedsPassword(connection) == 1 { error.code = .denied }
      return .failure(error)
    }
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    PQclear(PQexec(connection, "set statement_timeout = '10s'"))
    return .success(PostgresProbe(connection: connection, place: place).examination())
  }
}
#endif
