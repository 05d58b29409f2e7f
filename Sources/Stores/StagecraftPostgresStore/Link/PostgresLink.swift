#if PostgreSQL
internal import CPostgres
internal import PostgresFloor
internal import StagecraftSharedPools
internal import StoreFloor

/// One connection to the server, through the calls of libpq that do not block.
///
/// Calls wait in `queue`; while some are under way, others gather.
final class PostgresLink: LeaseLink {
  struct Sent {
    var unit: PostgresUnit?
    var statement: PostgresStatement
    /// Whether the server was told the statement with it, and has not said yet that it knows it.
    var prepares = false
    var value: String?
    var message: PostgresMessage?
  }

  let place: String
  let timeout: Int64
  let wire: PostgresWire
  var handlers = LeaseLinkHandlers()

  /// Whether it is connected again when it is lost, even if nothing is to be sent.
  var staysOpen = false
  /// How durable an answered decision is: a value of `synchronous_commit`.
  var durability = "on"

  var queue: [PostgresUnit] = []
  var sent: [Sent] = []
  var completed = 0
  var prepared: Set<String> = []

  /// Whether the server had no connection left at the last attempt.
  var isServerFull = false

  init(place: String, keywords: [String: String], timeout: Int64, longestPause: Int64) {
    self.place = place
    self.timeout = timeout
    wire = PostgresWire(keywords: keywords, timeout: timeout, longestPause: longestPause)
  }

  var state: PostgresLinkState { wire.state }
  var connection: OpaquePointer? { wire.connection }

  var isBusy: Bool { !sent.isEmpty }

  var isIdle: Bool { state == .ready && !isBusy && queue.isEmpty && !wire.needsFlush }

  /// Whether the server had no connection left, and is not asked again yet.
  var waitsForServer: Bool {
    state == .closed && isServerFull && monotonicNanoseconds() < wire.notBefore
  }

  // MARK: Calls

  func enqueue(_ unit: PostgresUnit) {
    queue.append(unit)
    advance()
  }

  /// Connects or sends, if there is a reason and nothing is under way.
  func advance() {
    switch state {
    case .closed:
      guard staysOpen || !queue.isEmpty, monotonicNanoseconds() >= wire.notBefore else { return }
      connect()
    case .connecting, .preparing: return
    case .ready: if !isBusy, !queue.isEmpty { sendQueue() }
    }
  }

  private func sendQueue() {
    let units = queue.prefix(256)
    queue.removeFirst(units.count)
    for unit in units where !send(unit.call, unit) { return }
    guard send(PostgresCall(.flush, [durability]), nil) else { return }
    write()
  }

  /// Returns whether the connection is still open.
  func send(_ call: PostgresCall, _ unit: PostgresUnit?) -> Bool {
    guard let connection else { return false }
    sent.append(Sent(unit: unit, statement: call.statement))
    let name = call.statement.name.description
    var isSent = true
    if prepared.insert(name).inserted {
      sent[sent.count - 1].prepares = true
      isSent = PQsendPrepare(connection, name, call.statement.text.description, 0, nil) == 1
    }
    isSent =
      isSent
      && withCStrings(call.parameters) {
        PQsendQueryPrepared(
          connection, name, Int32(call.parameters.count), $0, nil, nil, 0)
      } == 1
    isSent = isSent && PQpipelineSync(connection) == 1
    if !isSent { fail() }
    return isSent
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
    case .connecting, .preparing: consider(wire.deadline)
    case .ready: for call in sent { if let unit = call.unit { consider(unit.deadline) } }
    }
    return next
  }

  func deadlinePassed(at now: Int64) {
    switch state {
    case .connecting, .preparing: if now >= wire.deadline { return close(noAnswer) }
    case .ready:
      if sent.contains(where: { ($0.unit?.deadline ?? .max) <= now }) { return close(noAnswer) }
    case .closed: break
    }
    let late = queue.filter { $0.deadline <= now }
    queue.removeAll { $0.deadline <= now }
    for unit in late { unit.answer(.failure(noAnswer)) }
    advance()
  }

  var noAnswer: LeaseStoreError { .noAnswer(at: place, within: timeout) }
}

/// Calls `body` with pointers to C strings, and a null pointer for each `nil`.
func withCStrings<Result>(
  _ strings: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  // One buffer for all, so that their number needs no recursion.
  var bytes: [CChar] = []
  var starts: [Int?] = []
  for string in strings {
    guard let string else {
      starts.append(nil)
      continue
    }
    starts.append(bytes.count)
    // A zero byte would end the text early. No stored text contains the character that replaces it.
    for byte in string.utf8 { bytes.append(CChar(bitPattern: byte == 0 ? 1 : byte)) }
    bytes.append(0)
  }
  return bytes.withUnsafeBufferPointer { buffer in
    let pointers: [UnsafePointer<CChar>?] = starts.map { start in
      start.flatMap { buffer.baseAddress?.advanced(by: $0) }
    }
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
#endif
