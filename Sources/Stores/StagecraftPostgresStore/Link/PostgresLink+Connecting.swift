#if PostgreSQL
internal import CPostgres
internal import PostgresFloor
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

extension PostgresLink {
  func connect() {
    prepared = []
    isServerFull = false
    if !wire.connect() { fail() }
  }

  private func prepare() {
    // The server gives up first, so that its answer says that nothing has changed.
    let milliseconds = String(max(1, timeout * 9 / 10_000_000))
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
    wire.becomeReady()
    handlers.becameReady()
    advance()
  }

  func ready(_ descriptor: Int32) {
    guard wire.isWatched(descriptor) else { return }
    if state == .connecting {
      guard wire.poll() else { return fail() }
      if state == .preparing { prepare() }
      return
    }
    if wire.needsFlush { write() }
    guard let connection else { return }
    guard PQconsumeInput(connection) == 1 else { return fail() }
    readResults()
    readNotifications()
    advance()
  }

  func fail() {
    guard let message = wire.message else {
      let error = LeaseStoreError(.unreachable, "There is no memory left for a connection.")
      return close(error)
    }
    let isConnecting = state == .connecting
    isServerFull = isConnecting && message.isAboutConnections
    var error = message.error(at: place, isConnecting: isConnecting)
    if isConnecting, wire.needsPassword { error.code = .denied }
    if !isConnecting, !error.isTransient { error.code = .unreachable }
    close(error)
  }

  /// Closes the connection: the outcome of what is under way is unknown.
  func close(_ error: LeaseStoreError) {
    guard state != .closed else { return }
    let wasReady = wire.close()
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
    if isIdle { wire.hangUp() }
  }

  /// Takes over the connection of another link, which nothing uses.
  func adopt(_ other: PostgresLink) {
    guard state == .closed, other.isIdle else { return }
    wire.adopt(other.wire)
    prepared = other.prepared
    durability = other.durability
    isServerFull = false
    handlers.becameReady()
    advance()
  }

  func stop(_ error: LeaseStoreError) {
    staysOpen = false
    close(error)
    let waiting = queue
    queue = []
    for unit in waiting { unit.answer(.failure(error)) }
  }
}
#endif
