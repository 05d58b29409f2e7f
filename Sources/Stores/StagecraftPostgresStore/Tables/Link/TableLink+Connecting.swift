#if PostgreSQL
internal import CPostgres
internal import PostgresFloor
internal import StagecraftTableLists
internal import StoreFloor

extension TableLink {
  func connect() {
    if !wire.connect() { fail() }
  }

  /// Judges what the server has answered to the setup.
  func prepared(_ answer: TableExchange.Answer) {
    switch answer {
    case .failure(let failure): close(failure.error)
    case .success(let rows):
      wire.becomeReady()
      lastUse = monotonicNanoseconds()
      handlers.becameReady(rows)
    }
  }

  func ready(_ descriptor: Int32) {
    guard wire.isWatched(descriptor) else { return }
    if state == .connecting {
      guard wire.poll() else { return fail() }
      guard state == .preparing else { return }
      return send(
        TableExchange(statements: setup, patience: timeout, deadline: 0, answer: { _ in }))
    }
    if wire.needsFlush { write() }
    guard let connection else { return }
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
    guard let message = wire.message else {
      if state != .closed {
        close(TableError(.unreachable, "There is no memory left for a connection."))
      }
      return
    }
    var error = message.tableError(at: place)
    if state == .connecting {
      if wire.needsPassword { error.code = .accessDenied }
    } else {
      error.code = .unreachable
    }
    close(error)
  }

  /// Closes the connection, and fails the exchange that was sent.
  ///
  /// Waiting exchanges stay queued for the next connection; if this one never became ready, they
  /// fail, too.
  func close(_ error: TableError) { close(error, isTimeout: false) }

  func close(_ error: TableError, isTimeout: Bool) {
    guard state != .closed else { return }
    let wasReady = wire.close()
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
    // After all statements were answered, the last of them a commit, it is about the connection.
    if let message = lost.message, lost.index < lost.exchange.statements.count {
      return TableFailure(error: message.error(at: place), message: message)
    }
    guard lost.exchange.changes else { return TableFailure(error: error) }
    return .outcomeUnknown(error)
  }

  /// Closes a connection that nothing uses, for the server has a limited number of them.
  func hangUp() {
    if isIdle { wire.hangUp() }
  }

  func stop(_ error: TableError) {
    staysOpen = false
    handlers = TableLinkHandlers()
    close(error)
    let waiting = queue
    queue = []
    for exchange in waiting { answer(exchange, .failure(TableFailure(error: error))) }
  }
}
#endif
