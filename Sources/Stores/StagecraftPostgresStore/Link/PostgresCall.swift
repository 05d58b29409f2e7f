#if PostgreSQL
internal import StagecraftSharedPools

struct PostgresCall: Sendable {
  let statement: PostgresStatement
  let parameters: [String?]

  init(_ statement: PostgresStatement, _ parameters: [String?] = []) {
    self.statement = statement
    self.parameters = parameters
  }
}

/// Used on the store's thread only: the code that takes it from the queue or from the calls under
/// way answers it, once.
struct PostgresUnit {
  let call: PostgresCall
  let deadline: Int64
  let answer: (Result<String, LeaseStoreError>) -> Void
}
#endif
