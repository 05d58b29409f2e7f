#if PostgreSQL || PostgresNIO
package import StagecraftTableLists

/// A statement of an exchange.
package struct TableStatement: Sendable {
  package var text: String
  package var parameters: [String?]
  /// How the columns of its rows are read, which are as many; if it is empty, all are text.
  package var kinds: [PostgresTableKind] = []
  /// Whether to go on, judged from its rows: otherwise the rows of later statements are dropped.
  ///
  /// Over libpq, the answers up to here are sent at once, so that a slow statement is told from a lost
  /// server.
  package var isFit: (@Sendable ([TableRecord]) -> Bool)?
  /// Receives its rows in batches, if they are not to be collected.
  package var stream: TableRowStream?

  package init(_ text: String, _ parameters: [String?] = [], kinds: [PostgresTableKind] = []) {
    self.text = text
    self.parameters = parameters
    self.kinds = kinds
  }
}

package struct TableRowStream: Sendable {
  package var batch: Int
  package var receive: @Sendable ([TableRecord]) -> Void
}

/// Statements that are over when the server has answered all of them.
///
/// Over libpq they are sent together; over postgres-nio, each after the answer to the one before.
///
/// It is used on the store's thread only: the code that takes it from the queue, or from what is
/// under way, answers it, once.
package struct TableExchange: Sendable {
  package typealias Answer = Result<[[TableRecord]], TableFailure>

  package var statements: [TableStatement]
  /// How long the server may be silent.
  package var patience: Int64
  package var deadline: Int64
  /// Whether the statements change something, so that a lost connection leaves the outcome open.
  package var changes = false
  /// The table about which the thread itself asks; ``TableLinkHandlers/answered`` has the answer.
  package var subject: String?
  package var answer: @Sendable (Answer) -> Void

  package init(
    statements: [TableStatement], patience: Int64, deadline: Int64, changes: Bool = false,
    subject: String? = nil, answer: @escaping @Sendable (Answer) -> Void = { _ in }
  ) {
    self.statements = statements
    self.patience = patience
    self.deadline = deadline
    self.changes = changes
    self.subject = subject
    self.answer = answer
  }
}

/// Why an exchange has failed.
package struct TableFailure: Error, Sendable {
  package var error: TableError
  /// The server's message, if the server refused a statement: then nothing has changed.
  package var message: TableServerMessage?
  /// Whether the server had begun to answer when the time was over.
  package var isSlow = false

  package init(error: TableError, message: TableServerMessage? = nil) {
    self.error = error
    self.message = message
  }
}
#endif
