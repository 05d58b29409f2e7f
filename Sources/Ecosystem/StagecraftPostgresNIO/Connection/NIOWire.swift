#if PostgresNIO
internal import PostgresFloor
internal import PostgresNIO
internal import StoreFloor

/// The connection of a link: how it is borrowed, numbered, returned and lost.
///
/// It is used on the store's thread only.
final class NIOWire<Command: Sendable> {
  let server: NIOServer
  private let keeps: Bool
  private let timeout: Int64
  private var pause: PostgresPause

  private(set) var state = PostgresLinkState.closed
  /// The number of the connection: events with an earlier number are ignored.
  private(set) var number: UInt64 = 0
  private var connection: BorrowedConnection<Command>?
  /// When it must be ready.
  private(set) var deadline = Int64.max
  /// When another may be borrowed.
  private(set) var notBefore: Int64 = 0

  /// `keeps`: see ``BorrowedConnection``.
  init(_ server: NIOServer, keeps: Bool, timeout: Int64, longestPause: Duration) {
    self.server = server
    self.keeps = keeps
    self.timeout = timeout
    pause = PostgresPause(longest: longestPause.wholeNanoseconds)
  }

  /// Borrows a connection; both closures receive its number.
  func connect(
    serve:
      @escaping @Sendable (
        UInt64, PostgresConnection, AsyncStream<Command>
      ) async throws -> Void,
    ended: @escaping @Sendable (UInt64, (any Error)?) -> Void
  ) {
    number += 1
    state = .connecting
    deadline = monotonicNanoseconds() + timeout
    connection = BorrowedConnection(
      of: server.client, keeps: keeps, serve: { [number] in try await serve(number, $0, $1) },
      ended: { [number] in ended(number, $0) })
  }

  func becomeReady() {
    pause.succeeded()
    state = .ready
  }

  func send(_ command: Command) { connection?.send(command) }

  /// Returns the connection to the client because nothing uses it; a kept one is closed.
  func hangUp() {
    connection?.finish()
    connection = nil
    number += 1
    state = .closed
    notBefore = 0
  }

  /// Closes the connection after a failure; none is borrowed until a pause is over.
  ///
  /// Returns whether it was ready.
  func close() -> Bool {
    let wasReady = state == .ready
    connection?.cut()
    connection = nil
    number += 1
    state = .closed
    notBefore = monotonicNanoseconds() + pause.failed(wasReady: wasReady)
    return wasReady
  }

  /// When a link that `isWanted` has to do something; nil while it is ready.
  func nextDeadline(isWanted: Bool) -> Int64? {
    switch state {
    case .closed: isWanted ? notBefore : nil
    case .connecting, .preparing: deadline
    case .ready: nil
    }
  }
}
#endif
