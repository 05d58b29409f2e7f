#if PostgreSQL
internal import CPostgres
internal import StagecraftTableLists
internal import StoreFloor

extension TableLink {
  func connect() {
    let pairs = keywords.sorted { $0.key < $1.key }
    connection = withCStrings(pairs.map(\.key) + [nil]) { keys in
      withCStrings(pairs.map(\.value) + [nil]) { PQconnectStartParams(keys, $0, 0) }
    }
    needsFlush = false
    connectDeadline = monotonicNanoseconds() + timeout
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
      send(
        TableExchange(
          statements: setup, patience: timeout, deadline: 0, answer: { _ in }))
    default: fail()
    }
  }

  /// Judges what the server has answered to the setup.
  func prepared(_ answer: TableExchange.Answer) {
    switch answer {
    case .failure(let failure): close(failure.error)
    case .success(let rows):
      failures = 0
      state = .ready
      lastUse = monotonicNanoseconds()
      handlers.becameReady(rows)
    }
  }

  func ready(_ descriptor: Int32) {
    guard let connection, PQsocket(connection) == descriptor else { return }
    if state == .connecting { return poll() }
    if needsFlush { write() }
    guard self.connection != nil else { return }
    // Answers that arrived before the server closed the connection are read first.
    let isOpen = PQconsumeInput(connection) == 1
    if let patience = current?.exchange.patience {
      current?.exchange.deadline = monotonicNanoseconds() + patience
    }
    readResults()
    readNotifications()
    if !isOpen { fail() }
    advance()
  }

  func fail() {
    guard let connection else {
      if state != .closed {
        close(TableError(.unreachable, "There is no memory left for a connection."))
      }
      return
    }
    let message = PostgresMessage(ofConnection: String(cString: PQerrorMessage(connection)))
    var error = message.tableError(at: place)
    if state == .connecting {
      if PQconnectionNeedsPassword(connection) == 1 { error.code = .accessDenied }
    } else {
      error.code = .unreachable
    }
    close(error)
  }

  /// Closes the connection, and fails the exchange that was sent.
  ///
  /// Waiting exchanges stay queued for the next connection; if this one never became ready, they
  /// fail, too.
  func close(_ error: TableError, isTimeout: Bool = false) {
    guard state != .closed else { return }
    let wasReady = state == .ready
    if let connection { PQfinish(connection) }
    connection = nil
    state = .closed
    failures = wasReady ? 0 : failures + 1
    notBefore = monotonicNanoseconds() + pause
    let lost = wasReady ? current : nil
    current = nil
    let waiting = wasReady ? [] : queue
    if !wasReady { queue = [] }
    if let lost {
      var failure = failure(of: lost, error)
      failure.isSlow = isTimeout && lost.index > 0
      answer(lost.exchange, .failure(failure))
    }
    for exchange in waiting { answer(exchange, .failure(TableFailure(error: error))) }
    handlers.closed(error)
  }

  /// A server that has refused a statement before the connection was lost has changed nothing.
  private func failure(of lost: Current, _ error: TableError) -> TableFailure {
    if let message = lost.message {
      return TableFailure(error: message.error(at: place), message: message)
    }
    guard lost.exchange.changes else { return TableFailure(error: error) }
    return TableFailure(
      error: TableError(
        .outcomeUnknown,
        """
        \(error.message) The connection was lost during a commit: read the rows to see its outcome.
        """))
  }

  /// Closes a connection that nothing uses, for the server has a limited number of them.
  func hangUp() {
    guard isIdle, let connection else { return }
    PQfinish(connection)
    self.connection = nil
    state = .closed
    notBefore = 0
  }

  /// 20 ms after a failure to connect, and twice as long after each further one.
  private var pause: Int64 {
    let pause = min(longestPause, 20_000_000 << min(failures, 10))
    return failures == 0 ? 0 : .random(in: pause / 2...pause)
  }

  func stop(_ error: TableError) {
    staysOpen = false
    handlers = Handlers()
    close(error)
    let waiting = queue
    queue = []
    for exchange in waiting { answer(exchange, .failure(TableFailure(error: error))) }
  }
}
#endif
