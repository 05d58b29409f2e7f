#if PostgresNIO
internal import PostgresFloor
internal import StagecraftTableLists
internal import StoreFloor

/// A connection of the client that reads, loads, writes or listens for tables.
///
/// All but the one that listens are given back as soon as nothing waits. That one is kept, and is
/// closed instead of being given back.
final class NIOTableLink: TableLinking {
  private let role: TableLinkRole
  let timeout: Int64
  private let wire: NIOWire<NIOTableService.Command>
  private let emit: @Sendable (TableLinkEvent) -> Void

  var handlers = TableLinkHandlers()
  var staysOpen = false
  var queue: [TableExchange] = []
  private var current: TableExchange?
  private var progress = ExchangeProgress()

  init(
    _ server: NIOServer, _ role: TableLinkRole, configuration: PostgresTablesConfiguration,
    emit: @escaping @Sendable (TableLinkEvent) -> Void
  ) {
    self.role = role
    self.emit = emit
    timeout = configuration.operationTimeout.wholeNanoseconds
    wire = NIOWire(
      server, keeps: role == .listener, timeout: timeout, longestPause: configuration.longestPause)
  }

  var state: PostgresLinkState { wire.state }

  // The client limits its connections, and hands them out again: none is kept for later.
  var isIdle: Bool { false }
  var lastUse: Int64 { 0 }
  func hangUp() {}

  private var noAnswer: TableError { .noAnswer(at: wire.server.place, within: timeout) }

  func enqueue(_ exchange: TableExchange) {
    queue.append(exchange)
    advance()
  }

  func advance() {
    switch state {
    case .closed:
      guard staysOpen || !queue.isEmpty, monotonicNanoseconds() >= wire.notBefore else { return }
      connect()
    case .connecting, .preparing: return
    case .ready:
      guard current == nil else { return }
      if !queue.isEmpty {
        send(queue.removeFirst())
      } else if role != .listener {
        wire.hangUp()
      }
    }
  }

  private func connect() {
    let (server, role, timeout, emit) = (wire.server, role, timeout, emit)
    wire.connect { number, connection, commands in
      let service = NIOTableService(
        server: server, role: role, number: number, timeout: timeout, emit: emit)
      try await service.serve(connection, commands)
    } ended: { number, error in
      let failure = ClientFailure(error ?? ClientFailure.closed)
      emit(.lost(number, failure.tableError(at: server.place)))
    }
  }

  private func send(_ exchange: TableExchange) {
    progress = ExchangeProgress()
    current = exchange
    current?.deadline = max(exchange.deadline, monotonicNanoseconds() + exchange.patience)
    wire.send(NIOTableService.Command(exchange: exchange, progress: progress))
  }

  func received(_ event: TableLinkEvent) {
    switch event {
    case .opened(wire.number, let rows):
      wire.becomeReady()
      handlers.becameReady(rows)
      advance()
    case .answered(wire.number, let result):
      guard let answered = current else { return }
      current = nil
      answer(answered, result)
      advance()
    case .notified(wire.number, let payload): handlers.notified(payload)
    case .lost(wire.number, let error): close(error)
    case .opened, .answered, .notified, .lost: break
    }
  }

  func close(_ error: TableError) { close(error, isTimeout: false) }

  private func close(_ error: TableError, isTimeout: Bool) {
    guard state != .closed else { return }
    let wasReady = wire.close()
    let lost = current
    current = nil
    // What was not sent may wait for the next connection, unless there was none.
    let waiting = wasReady ? [] : queue
    if !wasReady { queue = [] }
    if let lost {
      let reached = progress.reached
      var failure = TableFailure(error: error)
      if lost.changes, reached.mayHaveCommitted { failure = .outcomeUnknown(error) }
      failure.isSlow = isTimeout && reached.statements > 0
      answer(lost, .failure(failure))
    }
    for exchange in waiting { answer(exchange, .failure(TableFailure(error: error))) }
    handlers.closed(error)
  }

  func stop(_ error: TableError) {
    staysOpen = false
    handlers = TableLinkHandlers()
    close(error)
    let waiting = queue
    queue = []
    for exchange in waiting { answer(exchange, .failure(TableFailure(error: error))) }
  }

  func nextDeadline() -> Int64? {
    let due = wire.nextDeadline(isWanted: staysOpen || !queue.isEmpty)
    return (queue.map(\.deadline) + [due, current?.deadline].compactMap(\.self)).min()
  }

  func deadlinePassed(at now: Int64) {
    switch state {
    case .connecting, .preparing:
      if now >= wire.deadline { close(noAnswer) }
    case .ready:
      guard let exchange = current, exchange.deadline <= now else { break }
      // Each answer and each row gives the server as much time again.
      let renewed = progress.reached.instant + exchange.patience
      if renewed > now { current?.deadline = renewed } else { close(noAnswer, isTimeout: true) }
    case .closed: break
    }
    let late = queue.filter { $0.deadline <= now }
    queue.removeAll { $0.deadline <= now }
    for exchange in late { answer(exchange, .failure(TableFailure(error: noAnswer))) }
    advance()
  }
}
#endif
