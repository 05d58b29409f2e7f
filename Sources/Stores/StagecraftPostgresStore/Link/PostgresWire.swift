#if PostgreSQL
internal import CPostgres
internal import PostgresFloor
internal import StoreFloor

/// A connection of libpq that does not block: how it is made, watched and closed.
final class PostgresWire {
  private let keywords: [String: String]
  private let timeout: Int64
  private var pause: PostgresPause
  private var polling = PollEvents.writable

  var state = PostgresLinkState.closed
  private(set) var connection: OpaquePointer?
  private(set) var needsFlush = false
  /// When it must be ready.
  private(set) var deadline = Int64.max
  /// When it may be made again.
  private(set) var notBefore: Int64 = 0

  init(keywords: [String: String], timeout: Int64, longestPause: Int64) {
    self.keywords = keywords
    self.timeout = timeout
    pause = PostgresPause(longest: longestPause)
  }

  /// Begins to connect, and returns whether that has not failed.
  func connect() -> Bool {
    let pairs = keywords.sorted { $0.key < $1.key }
    connection = withCStrings(pairs.map(\.key) + [nil]) { keys in
      withCStrings(pairs.map(\.value) + [nil]) { PQconnectStartParams(keys, $0, 0) }
    }
    needsFlush = false
    deadline = monotonicNanoseconds() + timeout
    state = .connecting
    guard let connection, PQstatus(connection) != CONNECTION_BAD else { return false }
    // Only the verbose form has the code that distinguishes a wrong password from a lost server.
    PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    polling = .writable
    return true
  }

  /// Goes on until the state is `preparing`, and returns whether that has not failed.
  func poll() -> Bool {
    switch PQconnectPoll(connection) {
    case PGRES_POLLING_READING: polling = .readable
    case PGRES_POLLING_WRITING: polling = .writable
    case PGRES_POLLING_OK:
      PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
      guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else {
        return false
      }
      state = .preparing
    default: return false
    }
    return true
  }

  func becomeReady() {
    pause.succeeded()
    state = .ready
  }

  /// Sends what libpq has not sent yet, and returns whether the connection is not lost.
  func write() -> Bool {
    guard let connection else { return true }
    let result = PQflush(connection)
    needsFlush = result == 1
    return result >= 0
  }

  func appendWatch(to watches: inout [PollWatch]) {
    guard let connection, PQsocket(connection) >= 0 else { return }
    let events: PollEvents =
      switch state {
      case .connecting: polling
      default: needsFlush ? [.readable, .writable] : .readable
      }
    watches.append(PollWatch(PQsocket(connection), for: events))
  }

  func isWatched(_ descriptor: Int32) -> Bool {
    connection.map { PQsocket($0) } == descriptor
  }

  /// Why it was lost, or could not be made; nil if there is no memory for it.
  var message: PostgresMessage? {
    connection.map { PostgresMessage(ofConnection: String(cString: PQerrorMessage($0))) }
  }

  var needsPassword: Bool { connection.map { PQconnectionNeedsPassword($0) } == 1 }

  /// Ends it after a failure, until a pause is over, and returns whether it was ready.
  func close() -> Bool {
    let wasReady = state == .ready
    if let connection { PQfinish(connection) }
    connection = nil
    state = .closed
    notBefore = monotonicNanoseconds() + pause.failed(wasReady: wasReady)
    return wasReady
  }

  /// Ends it because nothing uses it, for the server has a limited number of them.
  func hangUp() {
    guard let connection else { return }
    PQfinish(connection)
    self.connection = nil
    state = .closed
    notBefore = 0
  }

  /// Takes over the connection of another one.
  func adopt(_ other: PostgresWire) {
    connection = other.connection
    becomeReady()
    other.connection = nil
    other.state = .closed
    other.notBefore = 0
  }
}
#endif
