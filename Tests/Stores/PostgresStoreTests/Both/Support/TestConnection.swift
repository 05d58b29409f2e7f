#if POSTGRES_CLIENT
import CPostgres

/// A connection for tests that blocks.
final class TestConnection {
  private let connection: OpaquePointer

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init(_ address: String) throws {
    guard let connection = PQconnectdb(address), PQstatus(connection) == CONNECTION_OK else {
      throw Failure(description: "The test cannot connect.")
    }
    self.connection = connection
  }

  deinit { PQfinish(connection) }

  /// The notifications that have arrived, after an answer of the server to this connection.
  ///
  /// The server sends what other transactions have committed before it answers.
  func notifications() throws -> [String] {
    try execute("select 1")
    PQconsumeInput(connection)
    var payloads: [String] = []
    while let notification = PQnotifies(connection) {
      payloads.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return payloads
  }

  @discardableResult
  func execute(_ statement: String) throws -> String? {
    let result = PQexec(connection, statement)
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK: return nil
    case PGRES_TUPLES_OK:
      guard PQntuples(result) > 0, PQgetisnull(result, 0, 0) == 0 else { return nil }
      return String(cString: PQgetvalue(result, 0, 0))
    default: throw Failure(description: String(cString: PQerrorMessage(connection)))
    }
  }
}
#endif
