#if PostgreSQL || PostgresNIO
/// A statement whose text is known when the program is built: values are only ever parameters.
package struct PostgresStatement: Sendable {
  package let name: StaticString
  package let text: StaticString
}

extension PostgresStatement {
  // MARK: Preparing a connection

  package static let standby = PostgresStatement(
    name: "standby", text: "select case when pg_is_in_recovery() then 'yes' else 'no' end")
  package static let edition = PostgresStatement(name: "edition", text: "select lend.edition()")
  package static let attend = PostgresStatement(name: "attend", text: "select lend.attend_1()")
  /// Decisions are not flushed one by one, and plans are chosen for few rows.
  package static let prepare = PostgresStatement(
    name: "prepare",
    text: """
      select set_config('synchronous_commit', 'off', false),
        set_config('statement_timeout', $1, false),
        set_config('idle_in_transaction_session_timeout', $1, false),
        set_config('default_transaction_isolation', 'read committed', false),
        set_config('jit', 'off', false),
        set_config('enable_seqscan', 'off', false),
        set_config('enable_bitmapscan', 'off', false),
        set_config('enable_hashjoin', 'off', false),
        set_config('enable_mergejoin', 'off', false),
        set_config('plan_cache_mode', 'force_generic_plan', false)
      """)
  /// A transaction of its own that is flushed, and with it all that was committed before.
  package static let flush = PostgresStatement(
    name: "flush",
    text: """
      select set_config('synchronous_commit', $1, true), \
      pg_logical_emit_message(true, 'lend', '')
      """)

  // MARK: Notifications

  package static let listen = PostgresStatement(
    name: "listen", text: "select lend.listen_1($1::uuid)")
  package static let unlisten = PostgresStatement(
    name: "unlisten", text: "select lend.unlisten_1($1::uuid)")
  package static let echo = PostgresStatement(
    name: "echo", text: "select lend.echo_1($1::uuid, $2::uuid)")

  // MARK: Requests

  static let open = PostgresStatement(
    name: "open", text: "select lend.open_1($1, $2::json, $3::uuid, $4, $5::int, $6)")
  static let ask = PostgresStatement(
    name: "ask",
    text: "select lend.ask_1($1, $2::uuid, $3::uuid, $4, $5::text[], $6::int, $7::boolean)")
  static let renew = PostgresStatement(
    name: "renew",
    text: "select lend.renew_1($1, $2::uuid, $3::uuid[], $4::bigint[], $5::uuid[])")
  static let giveBack = PostgresStatement(
    name: "give_back",
    text: "select lend.give_back_1($1, $2::uuid, $3::bigint, $4::text[], $5, $6)")
  static let withdraw = PostgresStatement(
    name: "withdraw", text: "select lend.withdraw_1($1, $2::uuid)")
  static let sweep = PostgresStatement(name: "sweep", text: "select lend.sweep_1($1)")
  static let close = PostgresStatement(name: "close", text: "select lend.close_1($1, $2::uuid)")
  static let add = PostgresStatement(
    name: "add",
    text: "select lend.add_1($1, $2::text[], $3::text[], $4::bytea[], $5::uuid[])")
  static let drain = PostgresStatement(name: "drain", text: "select lend.drain_1($1, $2)")
  static let quarantine = PostgresStatement(
    name: "quarantine", text: "select lend.quarantine_1($1, $2, $3)")
  static let repair = PostgresStatement(name: "repair", text: "select lend.repair_1($1, $2)")
  static let takeBack = PostgresStatement(
    name: "take_back", text: "select lend.take_back_1($1, $2, $3, $4::boolean)")
  static let configure = PostgresStatement(
    name: "configure", text: "select lend.configure_1($1, $2::json)")
  static let raiseEpoch = PostgresStatement(
    name: "raise_epoch", text: "select lend.raise_epoch_1($1::bigint)")
  static let report = PostgresStatement(name: "report", text: "select lend.report_1($1)")
  static let events = PostgresStatement(
    name: "events", text: "select lend.events_1($1, $2::bigint, $3::int)")
}
#endif
