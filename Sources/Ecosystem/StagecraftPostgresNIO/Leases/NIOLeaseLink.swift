#if PostgresNIO
internal import PostgresFloor
internal import StagecraftSharedPools
internal import StoreFloor

/// A connection of the client that decides, renews or listens.
///
/// The command connection is given back as soon as nothing waits; the notification connection is
/// kept, and is closed instead of being given back.
final class NIOLeaseLink: LeaseLink {
  private let server: NIOServer
  private let role: PostgresLinkRole
  private let timeout: Int64
  private let emit: @Sendable (LeaseLinkEvent) -> Void

  var handlers = LeaseLinkHandlers()
  var staysOpen = false
  private(set) var state = PostgresLinkState.closed
  private var queue: [PostgresUnit] = []
  private var sent: [PostgresUnit] = []

  /// Of the connection, so that what an earlier one says is ignored.
  private var number: UInt64 = 0
  private var connection: BorrowedConnection<[PostgresCall]>?
  private var deadline = Int64.max
  private var notBefore: Int64 = 0
  private var pause: PostgresPause

  init(
    _ server: NIOServer, _ role: PostgresLinkRole, configuration: PostgresStoreConfiguration,
    emit: @escaping @Sendable (LeaseLinkEvent) -> Void
  ) {
    self.server = server
    self.role = role
    self.emit = emit
    timeout = configuration.operationTimeout.wholeNanoseconds
    pause = PostgresPause(longest: configuration.longestPause.wholeNanoseconds)
  }

  // The client limits its connections, and hands them out again: none is kept for later.
  var isIdle: Bool { false }
  var isServerFull: Bool { false }
  var waitsForServer: Bool { false }
  func adopt(_ other: NIOLeaseLink) {}
  func hangUp() {}

  var noAnswer: LeaseStoreError { .noAnswer(at: server.place, within: timeout) }

  func enqueue(_ unit: PostgresUnit) {
    queue.append(unit)
    advance()
  }

  func advance() {
    switch state {
    case .closed:
      guard staysOpen || !queue.isEmpty, monotonicNanoseconds() >= notBefore else { return }
      connect()
    case .connecting, .preparing: return
    case .ready:
      guard sent.isEmpty else { return }
      if !queue.isEmpty {
        // Each takes a round trip, and all are answered after the last one.
        sent = Array(queue.prefix(32))
        queue.removeFirst(sent.count)
        connection?.send(sent.map(\.call))
      } else if role == .command {
        connection?.finish()
        connection = nil
        state = .closed
      }
    }
  }

  private func connect() {
    number += 1
    state = .connecting
    deadline = monotonicNanoseconds() + timeout
    let service = NIOLeaseService(
      server: server, number: number, lockPatience: String(max(1, timeout * 9 / 10_000_000)),
      emit: emit)
    connection = BorrowedConnection(
      of: server.client, keeps: role == .notification,
      serve: { try await service.serve($0, $1) },
      ended: { [server, number, emit] error in
        let reason = error ?? ClientFailure.closed
        let failure = reason as? LeaseStoreError
        emit(.lost(number, failure ?? ClientFailure(reason).leaseError(at: server.place)))
      })
  }

  func received(_ event: LeaseLinkEvent) {
    switch event {
    case .opened(number):
      state = .ready
      pause.succeeded()
      handlers.becameReady()
      advance()
    case .answered(number, let results):
      let answered = sent
      sent = []
      for (unit, result) in zip(answered, results) { unit.answer(result) }
      advance()
    case .notified(number, let channel, let payload): handlers.notified(channel, payload)
    case .lost(number, let error): close(error)
    case .opened, .answered, .notified, .lost: break
    }
  }

  func close(_ error: LeaseStoreError) {
    guard state != .closed else { return }
    let wasReady = state == .ready
    connection?.cut()
    connection = nil
    number += 1
    state = .closed
    notBefore = monotonicNanoseconds() + pause.failed(wasReady: wasReady)
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
    var next = (sent + queue).lazy.map(\.deadline).min()
    func consider(_ instant: Int64) { next = min(next ?? instant, instant) }
    switch state {
    case .closed: if staysOpen || !queue.isEmpty { consider(notBefore) }
    case .connecting, .preparing: consider(deadline)
    case .ready: break
    }
    return next
  }

  func deadlinePassed(at now: Int64) {
    switch state {
    case .connecting, .preparing: if now >= deadline { return close(noAnswer) }
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
