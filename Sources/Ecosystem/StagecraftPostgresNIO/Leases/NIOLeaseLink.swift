#if PostgresNIO
internal import PostgresFloor
internal import StagecraftSharedPools
internal import StoreFloor

/// A connection of the client that decides, renews or listens.
///
/// The command connection is given back as soon as nothing waits; the notification connection is
/// kept, and is closed instead of being given back.
final class NIOLeaseLink: LeaseLink {
  private let role: PostgresLinkRole
  private let timeout: Int64
  private let wire: NIOWire<[PostgresCall]>
  private let emit: @Sendable (LeaseLinkEvent) -> Void

  var handlers = LeaseLinkHandlers()
  var staysOpen = false
  private var queue: [PostgresUnit] = []
  private var sent: [PostgresUnit] = []

  init(
    _ server: NIOServer, _ role: PostgresLinkRole, configuration: PostgresStoreConfiguration,
    emit: @escaping @Sendable (LeaseLinkEvent) -> Void
  ) {
    self.role = role
    self.emit = emit
    timeout = configuration.operationTimeout.wholeNanoseconds
    wire = NIOWire(
      server, keeps: role == .notification, timeout: timeout,
      longestPause: configuration.longestPause)
  }

  var state: PostgresLinkState { wire.state }

  /// The command connection never is: the client hands it out again.
  var isIdle: Bool { role == .notification && state == .ready && sent.isEmpty && queue.isEmpty }
  // The client limits its connections.
  var isServerFull: Bool { false }
  var waitsForServer: Bool { false }
  func adopt(_ other: NIOLeaseLink) {}
  func hangUp() { wire.hangUp() }

  var noAnswer: LeaseStoreError { .noAnswer(at: wire.server.place, within: timeout) }

  func enqueue(_ unit: PostgresUnit) {
    queue.append(unit)
    advance()
  }

  func advance() {
    switch state {
    case .closed:
      guard staysOpen || !queue.isEmpty, monotonicNanoseconds() >= wire.notBefore else { return }
      connect()
    case .connecting, .preparing: return
    case .ready:
      guard sent.isEmpty else { return }
      if !queue.isEmpty {
        // Each takes a round trip, and all are answered after the last one.
        sent = Array(queue.prefix(32))
        queue.removeFirst(sent.count)
        wire.send(sent.map(\.call))
      } else if role == .command {
        hangUp()
      }
    }
  }

  private func connect() {
    let (server, emit) = (wire.server, emit)
    let lockPatience = String(max(1, timeout * 9 / 10_000_000))
    wire.connect { number, connection, calls in
      let service = NIOLeaseService(
        server: server, number: number, lockPatience: lockPatience, emit: emit)
      try await service.serve(connection, calls)
    } ended: { number, error in
      let reason = error ?? ClientFailure.closed
      let failure = reason as? LeaseStoreError
      emit(.lost(number, failure ?? ClientFailure(reason).leaseError(at: server.place)))
    }
  }

  func received(_ event: LeaseLinkEvent) {
    switch event {
    case .opened(wire.number):
      wire.becomeReady()
      handlers.becameReady()
      advance()
    case .answered(wire.number, let results):
      let answered = sent
      sent = []
      for (unit, result) in zip(answered, results) { unit.answer(result) }
      advance()
    case .notified(wire.number, let channel, let payload): handlers.notified(channel, payload)
    case .lost(wire.number, let error): close(error)
    case .opened, .answered, .notified, .lost: break
    }
  }

  func close(_ error: LeaseStoreError) {
    guard state != .closed else { return }
    let wasReady = wire.close()
    // What was not sent may wait for the next connection, unless there was none.
    let failed = wasReady ? sent : sent + queue
    if !wasReady { queue = [] }
    sent = []
    for unit in failed { unit.answer(.failure(error)) }
    handlers.closed(error)
  }

  func stop(_ error: LeaseStoreError) {
    staysOpen = false
    close(error)
    let waiting = queue
    queue = []
    for unit in waiting { unit.answer(.failure(error)) }
  }

  func nextDeadline() -> Int64? {
    let due = wire.nextDeadline(isWanted: staysOpen || !queue.isEmpty)
    return ((sent + queue).map(\.deadline) + [due].compactMap(\.self)).min()
  }

  func deadlinePassed(at now: Int64) {
    switch state {
    case .connecting, .preparing: if now >= wire.deadline { return close(noAnswer) }
    case .ready: if sent.contains(where: { $0.deadline <= now }) { return close(noAnswer) }
    case .closed: break
    }
    let late = queue.filter { $0.deadline <= now }
    queue.removeAll { $0.deadline <= now }
    for unit in late { unit.answer(.failure(noAnswer)) }
    advance()
  }
}
#endif
