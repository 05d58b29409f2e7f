#if SQLite
/// Plain SQL, as a program without this package runs it: for scenes and measurements.
package struct SQLiteScript: ~Copyable {
  private let connection: Connection

  /// Opens a file, or creates it, for one thread.
  package init(_ path: String) throws {
    connection = try Connection(path: path)
    connection.patience = Patience(deadline: .max) { true }
  }

  deinit { connection.close() }

  package func run(_ sql: String) throws { try connection.runScript(sql) }
}
#endif
