#if PostgreSQL
internal import CPostgres
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

extension PostgresLink {
  func connect() {
    let pairs = keywords.sorted { $0.key < $1.key }
    let connection = withCStrings(pairs.map(\.key) + [nil]) { keys in
      withCStrings(pairs.map(\.value) + [nil]) { values in
        PQconnectStartParams(keys, values, 0)
      }
    }
    self.connection = connection
    prepared = []
    needsFlush = false
    isServerFull = false
    preparationDeadline = monotonicNanoseconds() + timeout
    state = .connecting
    guard let connection, PQstatus(connection) != CONNECTION_BAD else { return fail() }
    // Only the verbose form has the code that distinguishes a wrong password from a lost server.
    PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    polling = .writable
  }

  private func poll() {
    guard let connection else { return }
    switch PQconnectPoll(connection) {
    case PGRES_POLLING_READING: polling = .readable
    case PGRES_POLLING_WRITING: polling = .writable
    case PGRES_POLLING_OK:
      PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
      guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else {
        return fail()
      }
      state = .preparing
      prepare()
    default: fail()
    }
  }

  private func prepare() {
    let milliseconds = String(max(1, timeout / 1_000_000))
    for call in [
      PostgresCall(.standby), PostgresCall(.edition), PostgresCall(.attend),
      PostgresCall(.prepare, [milliseconds]),
    ] where !send(call, nil) {
      return
    }
    write()
  }

  /// Judges what the server has answered to the calls of ``prepare()``.
  func prepared(_ answers: [Sent]) {
    if answers[0].value == "yes" {
      return close(
        LeaseStoreError(
          .unreachable,
          "PostgreSQL, \(place), is a standby, which records nothing. Wait until it is promoted."))
    }
    if let failed = answers.first(where: { $0.message != nil }), let message = failed.message {
      // A newer schema may lack what this edition prepares with.
      if let error = PostgresSchema.flaw(ofEdition: answers[1].value, at: place) {
        return close(error)
      }
      return close(message.error(at: place))
    }
    if let error = PostgresSchema.flaw(ofEdition: answers[1].value, at: place) {
      return close(error)
    }
    // A server-wide `synchronous_commit = off` does not apply to answered decisions.
    durability = answers[2].value ?? "on"
    if durability == "off" { durability = "on" }
    failures = 0
    state = .ready
    handlers.becameReady()
    advance()
  }

  func ready(_ descriptor: Int32) {
    guard let connection, PQsocket(connection) == descriptor else { return }
    if state == .connecting { return poll() }
    if needsFlush { write() }
    guard PQconsumeInput(connection) == 1 else { return fail() }
    readResults()
    readNotifications()
    advance()
  }

  func fail() {
    guard let connection else {
      let error = LeaseStoreError(.unreachable, "There is no memory left for a connection.")
      return close(error)
    }
    let message = PostgresMessage(ofConnection: String(cString: PQerrorMessage(connection)))
    let isConnecting = state == .connecting
    isServerFull = isConnecting && message.isAboutConnections
    var error = message.error(at: place, isConnecting: isConnecting)
    if isConnecting, PQconnectionNeedsPassword(connection) == 1 { error.code = .denied }
    if !isConnecting, !error.isTransient { error.code = .unreachable }
    close(error)
  }

  /// Closes the connection: the outcome of what is under way is unknown.
  func close(_ error: LeaseStoreError) {
    guard state != .closed else { return }
    let wasReady = state == .ready
    if let connection { PQfinish(connection) }
    connection = nil
    state = .closed
    failures = wasReady ? 0 : failures + 1
    notBefore = monotonicNanoseconds() + pause
    let underWay = sent.compactMap(\.unit)
    sent = []
    completed = 0
    // What was not sent may wait for the next connection, unless there was none.
    var waiting = wasReady ? [] : queue
    if !wasReady { queue = [] }
    if isServerFull { waiting = handlers.refused(waiting) }
    for unit in underWay + waiting { unit.answer(.failure(error)) }
    handlers.closed(error)
  }

  /// Closes a connection that nothing uses, for the server has a limited number of them.
  func hangUp() {
    guard isIdle, let connection else { return }
    PQfinish(connection)
    self.connection = nil
    state = .closed
    notBefore = 0
  }

  /// Takes over the connection of another link, which nothing uses.
  func adopt(_ other: PostgresLink) {
    guard state == .closed, other.isIdle else { return }
    connection = other.connection
    prepared = other.prepared
    durability = other.durability
    state = .ready
    failures = 0
    isServerFull = false
    other.connection = nil
    other.state = .closed
    other.notBefore = 0
    handlers.becameReady()
    advance()
  }

  /// 20 ms after a lost connection, and twice as long after each failure to make one.
  private var pause: Int64 {
    let pause = min(longestPause, 20_000_000 << min(failures, 10))
    return failures == 0 ? 0 : .random(in: pause / 2...pause)
  }
}

extension PostgresLink {
  func stop(_ error: LeaseStoreError) {
    staysOpen = false
    close(error)
    let waiting = queue
    queue = []
    for unit in waiting { unit.answer(.failure(error)) }
  }
}
#endif
