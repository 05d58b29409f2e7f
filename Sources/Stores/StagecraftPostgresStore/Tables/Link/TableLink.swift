#if PostgreSQL
internal import CPostgres
internal import PostgresFloor
internal import StagecraftTableLists
internal import StoreFloor

/// One connection to the server, through the calls of libpq that do not block.
///
/// Exchanges wait in `queue`, and one is under way at a time: its statements are sent together.
final class TableLink: TableLinking {
  /// The exchange that was sent, and what has arrived of its answer.
  struct Current {
    var exchange: TableExchange
    var index = 0
    var hasResult = false
    /// For each statement.
    var rows: [[TableRecord]]
    var message: TableServerMessage?
    var isVoid = false
    /// Why the answer cannot be read.
    var damage: String?

    init(_ exchange: TableExchange) {
      self.exchange = exchange
      rows = exchange.statements.map { _ in [] }
    }
  }

  let place: String
  /// Sent first on each new connection.
  let setup: [TableStatement]
  let timeout: Int64
  let wire: PostgresWire
  var handlers = TableLinkHandlers()

  /// Whether it is connected again when it is lost, even if nothing is to be sent.
  var staysOpen = false
  var queue: [TableExchange] = []
  var current: Current?
  /// When the last exchange has ended.
  var lastUse: Int64 = 0

  init(
    place: String, keywords: [String: String], setup: [TableStatement], timeout: Int64,
    longestPause: Int64
  ) {
    self.place = place
    self.setup = setup
    self.timeout = timeout
    wire = PostgresWire(keywords: keywords, timeout: timeout, longestPause: longestPause)
  }

  var state: PostgresLinkState { wire.state }
  var connection: OpaquePointer? { wire.connection }

  var isIdle: Bool { state == .ready && current == nil && queue.isEmpty }

  func enqueue(_ exchange: TableExchange) {
    queue.append(exchange)
    advance()
  }

  /// Connects or sends, if there is a reason and nothing is under way.
  func advance() {
    switch state {
    case .closed:
      guard staysOpen || !queue.isEmpty, monotonicNanoseconds() >= wire.notBefore else { return }
      connect()
    case .connecting, .preparing: break
    case .ready:
      guard current == nil, !queue.isEmpty else { return }
      send(queue.removeFirst())
    }
  }

  func send(_ exchange: TableExchange) {
    guard let connection else { return }
    var exchange = exchange
    exchange.deadline = max(exchange.deadline, monotonicNanoseconds() + exchange.patience)
    current = Current(exchange)
    for statement in exchange.statements {
      let isSent = withCStrings(statement.parameters) {
        PQsendQueryParams(
          connection, statement.text, Int32(statement.parameters.count), nil, $0, nil, nil, 0)
      }
      guard isSent == 1 else { return fail() }
      if statement.isFit != nil { PQsendFlushRequest(connection) }
    }
    guard PQpipelineSync(connection) == 1 else { return fail() }
    beginStatement()
    write()
  }

  func write() {
    if !wire.write() { fail() }
  }

  // MARK: Waiting

  func appendWatches(to watches: inout [PollWatch]) { wire.appendWatch(to: &watches) }

  func nextDeadline() -> Int64? {
    var next = queue.lazy.map(\.deadline).min()
    func consider(_ instant: Int64) { next = min(next ?? instant, instant) }
    switch state {
    case .closed: if staysOpen || !queue.isEmpty { consider(wire.notBefore) }
    case .connecting: consider(wire.deadline)
    case .preparing, .ready: if let current { consider(current.exchange.deadline) }
    }
    return next
  }

  func deadlinePassed(at now: Int64) {
    switch state {
    case .connecting: if now >= wire.deadline { close(noAnswer) }
    case .preparing, .ready:
      if let current, current.exchange.deadline <= now { close(noAnswer, isTimeout: true) }
    case .closed: break
    }
    let late = queue.filter { $0.deadline <= now }
    queue.removeAll { $0.deadline <= now }
    for exchange in late { answer(exchange, .failure(TableFailure(error: noAnswer))) }
    advance()
  }

  var noAnswer: TableError { .noAnswer(at: place, within: timeout) }
}
#endif
