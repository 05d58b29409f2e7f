#if PostgreSQL || PostgresNIO
extension TableStatement {
  /// What a connection with this role is told first; nothing for the one that listens.
  ///
  /// A setting that `isLocal` ends with its transaction. A time limit for statements is not local:
  /// it begins with the statement. The server gives up first, so that its answer says that nothing
  /// has changed.
  package static func settings(
    for role: TableLinkRole, timeout: Int64, isLocal: Bool
  ) -> TableStatement? {
    var settings = [
      // One form of each value as text, in all sessions.
      ("datestyle", "ISO, YMD"), ("intervalstyle", "postgres"), ("timezone", "UTC"),
      ("extra_float_digits", "1"), ("bytea_output", "hex"), ("jit", "off"),
      ("idle_in_transaction_session_timeout", "60000"),
    ]
    let patience = lockPatience(timeout)
    settings.append(("lock_timeout", patience))
    switch role {
    case .reader:
      settings.append(("statement_timeout", "600000"))
      // Entries and rows are found by indexes, never by a scan of the log or the table.
      settings += [
        ("enable_seqscan", "off"), ("enable_hashjoin", "off"), ("enable_mergejoin", "off"),
      ]
    case .loader: settings.append(("statement_timeout", "600000"))
    case .writer:
      settings += [("statement_timeout", patience), ("stagecraft.notify", "on")]
    case .listener: return nil
    }
    let calls = settings.map { "pg_catalog.set_config('\($0)', '\($1)', \(isLocal))" }
    return TableStatement("select " + calls.joined(separator: ",\n  "))
  }

  /// How long a statement waits for a lock, in milliseconds.
  package static func lockPatience(_ timeout: Int64) -> String {
    String(max(1, timeout * 9 / 10_000_000))
  }

  package static let listen = TableStatement("listen stagecraft")
  package static let listenerSetup = TableStatement(
    "select pg_catalog.current_setting('max_prepared_transactions')")
}
#endif
