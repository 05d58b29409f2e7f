#if PostgreSQL || PostgresNIO
package import StagecraftSharedPools
package import StoreFloor

/// The state of a connection.
package enum PostgresLinkState: Sendable { case closed, connecting, preparing, ready }

/// One connection that sends decisions, renewals and the statements of notifications.
///
/// It is used on the store's thread only. Calls wait in a queue and are sent in groups, over libpq
/// without waiting for the answers in between: each is a transaction of its own, which the server does
/// not flush, and after them one transaction is flushed. Only then are they answered, so that what was
/// answered is durable.
package protocol LeaseLink: AnyObject, SendableMetatype {
  var handlers: LeaseLinkHandlers { get set }

  /// Whether it is connected again when it is lost, even if nothing is to be sent.
  var staysOpen: Bool { get set }

  var state: PostgresLinkState { get }
  var isIdle: Bool { get }

  /// Whether the server had no connection left at the last attempt.
  var isServerFull: Bool { get }

  /// Whether the server had no connection left, and is not asked again yet.
  var waitsForServer: Bool { get }

  /// The error for what was not answered in time.
  var noAnswer: LeaseStoreError { get }

  func enqueue(_ unit: PostgresUnit)

  /// Connects or sends, if there is a reason and nothing is under way.
  func advance()

  /// Closes the connection: the outcome of what is under way is unknown.
  func close(_ error: LeaseStoreError)

  /// Closes a connection that nothing uses.
  func hangUp()

  /// Takes over the connection of another link, which nothing uses.
  func adopt(_ other: Self)

  func stop(_ error: LeaseStoreError)

  func nextDeadline() -> Int64?
  func deadlinePassed(at now: Int64)

  // Of a connection with a descriptor:
  func appendWatches(to watches: inout [PollWatch])
  func ready(_ descriptor: Int32)

  // Of a connection that tasks serve:
  func received(_ event: LeaseLinkEvent)
}

package struct LeaseLinkHandlers {
  package var becameReady: () -> Void = {}
  /// The connection was lost, or could not be made.
  package var closed: (LeaseStoreError) -> Void = { _ in }
  package var notified: (_ channel: String, _ payload: String) -> Void = { _, _ in }
  /// The server had no connection left for these calls; returns those that nothing else sends.
  package var refused: ([PostgresUnit]) -> [PostgresUnit] = { $0 }

  package init() {}
}

/// What a task that serves a connection says, with the number of that connection.
package enum LeaseLinkEvent: Sendable {
  case opened(UInt64)
  /// The answers to the calls that were sent, in their order.
  case answered(UInt64, [Result<String, LeaseStoreError>])
  case notified(UInt64, channel: String, payload: String)
  case lost(UInt64, LeaseStoreError)
}

extension LeaseLink {
  package func appendWatches(to watches: inout [PollWatch]) {}
  package func ready(_ descriptor: Int32) {}
  package func received(_ event: LeaseLinkEvent) {}
}

extension LeaseStoreError {
  /// PostgreSQL has not answered within `timeout` nanoseconds.
  package static func noAnswer(at place: String, within timeout: Int64) -> LeaseStoreError {
    let seconds = Double(timeout / 1_000_000) / 1_000
    return LeaseStoreError(
      .unreachable,
      """
      PostgreSQL, \(place), did not answer within \(seconds) s. The outcome of the request is \
      unknown; send it again.
      """)
  }
}

/// The pauses between attempts to connect.
package struct PostgresPause: Sendable {
  private let longest: Int64
  private var failures = 0

  package init(longest: Int64) { self.longest = longest }

  package mutating func succeeded() { failures = 0 }

  /// 20 ms after a failure to connect, and twice as long after each further one; nothing after the
  /// loss of a connection that was ready.
  package mutating func failed(wasReady: Bool) -> Int64 {
    failures = wasReady ? 0 : failures + 1
    let pause = min(longest, 20_000_000 << min(failures, 10))
    return failures == 0 ? 0 : .random(in: pause / 2...pause)
  }
}
#endif
