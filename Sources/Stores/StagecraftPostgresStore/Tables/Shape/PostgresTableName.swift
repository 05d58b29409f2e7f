#if PostgreSQL
enum PostgresTableName {
  /// A name in double quotes, whatever it contains.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
#endif
