#if PostgreSQL || PostgresNIO
package import StagecraftSharedPools

package struct PostgresCall: Sendable {
  package let statement: PostgresStatement
  package let parameters: [String?]

  package init(_ statement: PostgresStatement, _ parameters: [String?] = []) {
    self.statement = statement
    self.parameters = parameters
  }
}

/// Used on the store's thread only: the code that takes it from the queue or from the calls under
/// way answers it, once.
package struct PostgresUnit {
  package let call: PostgresCall
  package let deadline: Int64
  package let answer: (Result<String, LeaseStoreError>) -> Void

  package init(
    call: PostgresCall, deadline: Int64,
    answer: @escaping (Result<String, LeaseStoreError>) -> Void
  ) {
    self.call = call
    self.deadline = deadline
    self.answer = answer
  }
}
#endif
