#if SQLite
internal import CSQLite
internal import StagecraftSharedPools

/// The row at which a statement stands.
///
/// It is valid until the next step.
struct Row {
  let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The instants that can be in a row: the difference of any two is a number, and a day more too.
  static let instants = (Int64.min / 2)...(.max / 4)

  func instant(_ column: Int32) throws(SQLiteFailure) -> Int64 {
    let value = integer(column)
    if Row.instants.contains(value) { return value }
    throw .nonsense("\(value) is not an instant.")
  }

  func int(_ column: Int32) -> Int { Int(truncatingIfNeeded: integer(column)) }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  func id(_ column: Int32) throws(SQLiteFailure) -> LendingID {
    guard let start = sqlite3_column_blob(statement, column),
      sqlite3_column_bytes(statement, column) == 16
    else { throw .nonsense("An identifier does not have 16 bytes.") }
    return LendingID(
      high: UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  func optionalID(_ column: Int32) throws(SQLiteFailure) -> LendingID? {
    isNull(column) ? nil : try id(column)
  }
}
#endif
