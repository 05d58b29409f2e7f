#if PostgreSQL || PostgresNIO
enum PostgresTableName {
  /// A name as a quoted identifier, with its double quotes doubled.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
#endif
