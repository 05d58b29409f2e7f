#if SQLite && PostgreSQL
import CPostgres
import Foundation

/// A blocking connection, as a program without this package would use it.
///
/// It is for one thread.
final class RawConnection {
  private let connection: OpaquePointer

  init(_ conninfo: String) throws {
    guard let connection = PQconnectdb(conninfo) else { throw BenchError("no memory") }
    self.connection = connection
    if PQstatus(connection) != CONNECTION_OK { throw BenchError(message) }
  }

  deinit { PQfinish(connection) }

  private var message: String { String(cString: PQerrorMessage(connection)) }

  /// The process of the server that serves this connection.
  var process: Int32 { PQbackendPID(connection) }

  func prepare(_ name: String, _ statement: String) throws {
    let result = PQprepare(connection, name, statement, 0, nil)
    defer { PQclear(result) }
    if PQresultStatus(result) != PGRES_COMMAND_OK { throw BenchError(message) }
  }

  /// Runs a statement without parameters.
  @discardableResult
  func run(_ statement: String) throws -> [[String]] { try rows(PQexec(connection, statement)) }

  /// Runs a prepared statement.
  func execute(_ name: String, _ values: String...) throws -> [[String]] {
    let copies = values.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { UnsafePointer($0) }
    return try rows(
      PQexecPrepared(connection, name, Int32(values.count), pointers, nil, nil, 0))
  }

  private func rows(_ result: OpaquePointer?) throws -> [[String]] {
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK: return []
    case PGRES_TUPLES_OK: break
    default: throw BenchError(message)
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
    }
  }
}

struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
#endif
