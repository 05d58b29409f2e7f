#if PostgreSQL
internal import StagecraftSharedPools

/// A statement with its parameters.
struct PostgresCall: Sendable {
  let statement: PostgresStatement
  let parameters: [String?]

  init(_ statement: PostgresStatement, _ parameters: [String?] = []) {
    self.statement = statement
    self.parameters = parameters
  }
}

/// A call that waits to be sent, or for its result.
///
/// It is used on the porter's thread only. The code that takes it from the queue or from the calls
/// under way answers it, once.
struct PostgresUnit {
  let call: PostgresCall
  /// When it stops waiting, in nanoseconds.
  let deadline: Int64
  let answer: (Result<String, LeaseStoreError>) -> Void
}
#endif
