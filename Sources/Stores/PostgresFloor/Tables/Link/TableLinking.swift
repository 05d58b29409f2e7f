#if PostgreSQL || PostgresNIO
package import StagecraftTableLists
package import StoreFloor

/// One connection that sends the exchanges of tables, one at a time.
///
/// It is used on the thread of the tables only.
package protocol TableLinking: AnyObject, SendableMetatype {
  var handlers: TableLinkHandlers { get set }
  var timeout: Int64 { get }

  /// Whether it is connected again when it is lost, even if nothing is to be sent.
  var staysOpen: Bool { get set }
  var queue: [TableExchange] { get set }
  var state: PostgresLinkState { get }
  var isIdle: Bool { get }
  /// When the last exchange has ended.
  var lastUse: Int64 { get }

  func enqueue(_ exchange: TableExchange)

  /// Connects or sends, if there is a reason and nothing is under way.
  func advance()

  /// Closes the connection, and fails the exchange that was sent.
  func close(_ error: TableError)

  /// Closes a connection that nothing uses.
  func hangUp()

  func stop(_ error: TableError)

  func nextDeadline() -> Int64?
  func deadlinePassed(at now: Int64)

  // Of a connection with a descriptor:
  func appendWatches(to watches: inout [PollWatch])
  func ready(_ descriptor: Int32)

  // Of a connection that tasks serve:
  func received(_ event: TableLinkEvent)
}

package struct TableLinkHandlers {
  /// With the answers to the setup.
  package var becameReady: ([[TableRecord]]) -> Void = { _ in }
  package var answered: (_ subject: String, TableExchange.Answer) -> Void = { _, _ in }
  package var closed: (TableError) -> Void = { _ in }
  package var notified: (_ payload: String) -> Void = { _ in }

  package init() {}
}

/// What a task that serves a connection says, with the number of that connection.
package enum TableLinkEvent: Sendable {
  /// With the answers to the setup.
  case opened(UInt64, [[TableRecord]])
  case answered(UInt64, TableExchange.Answer)
  case notified(UInt64, payload: String)
  case lost(UInt64, TableError)
}

extension TableLinking {
  package func appendWatches(to watches: inout [PollWatch]) {}
  package func ready(_ descriptor: Int32) {}
  package func received(_ event: TableLinkEvent) {}

  /// Passes an answer to the thread itself, or to the task that waits for it.
  package func answer(_ exchange: TableExchange, _ answer: TableExchange.Answer) {
    if let subject = exchange.subject {
      handlers.answered(subject, answer)
    } else {
      exchange.answer(answer)
    }
  }
}

extension TableError {
  /// PostgreSQL has not answered within `timeout` nanoseconds.
  package static func noAnswer(at place: String, within timeout: Int64) -> TableError {
    let seconds = Double(timeout / 1_000_000) / 1_000
    return TableError(
      .unreachable,
      "PostgreSQL, \(place), did not answer within \(seconds) s. Check that it can be reached.")
  }
}

extension TableFailure {
  /// What a lost connection means for an exchange that may have been committed.
  package static func outcomeUnknown(_ error: TableError) -> TableFailure {
    TableFailure(
      error: TableError(
        .outcomeUnknown,
        """
        \(error.message) The connection was lost during a commit: read the rows to see its outcome.
        """))
  }

  /// An answer that is not one of PostgreSQL's.
  package static func damaged(_ answer: String, at place: String) -> TableFailure {
    TableFailure(
      error: TableError(
        .damaged,
        """
        PostgreSQL, \(place), answered with \(answer). Check that the address leads to a PostgreSQL \
        server.
        """))
  }
}
#endif
