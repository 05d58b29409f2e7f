#if PostgreSQL
internal import StagecraftTableLists

/// A statement of an exchange.
struct TableStatement: Sendable {
  var text: String
  var parameters: [String?]
  /// How the columns of its rows are read, which are as many; if it is empty, all are text.
  var kinds: [PostgresTableKind] = []
  /// Whether to go on, judged from its rows: otherwise the rows of later statements are dropped.
  ///
  /// The answers up to here are sent at once, so that a slow statement is told from a lost server.
  var isFit: (@Sendable ([TableRecord]) -> Bool)?
  /// Receives its rows in batches, if they are not to be collected.
  var stream: TableRowStream?

  init(_ text: String, _ parameters: [String?] = [], kinds: [PostgresTableKind] = []) {
    self.text = text
    self.parameters = parameters
    self.kinds = kinds
  }
}

struct TableRowStream: Sendable {
  var batch: Int
  var receive: @Sendable ([TableRecord]) -> Void
}

/// Statements that are sent together, and are over when the server has answered all of them.
///
/// It is used on the store's thread only: the code that takes it from the queue, or from what is
/// under way, answers it, once.
struct TableExchange: Sendable {
  typealias Answer = Result<[[TableRecord]], TableFailure>

  var statements: [TableStatement]
  /// How long the server may be silent.
  var patience: Int64
  var deadline: Int64
  /// Whether the statements change something, so that a lost connection leaves the outcome open.
  var changes = false
  /// The table about which the thread itself asks; ``TableLink/Handlers/answered`` has the answer.
  var subject: String?
  var answer: @Sendable (Answer) -> Void
}

/// Why an exchange has failed.
struct TableFailure: Error, Sendable {
  var error: TableError
  /// The server's message, if the server refused a statement: then nothing has changed.
  var message: TableServerMessage?
  /// Whether the server had begun to answer when the time was over.
  var isSlow = false
}
#endif
