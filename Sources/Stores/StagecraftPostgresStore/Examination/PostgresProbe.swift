#if PostgreSQL
internal import CPostgres
internal import StagecraftSharedPools
internal import StoreFloor

struct PostgresProbe {
  let connection: OpaquePointer
  let place: String

  func examination() -> PostgresExamination {
    var found = PostgresExamination()
    found.place = place
    found.serverVersion = value("show server_version") ?? ""
    found.edition = value("select lend.edition()").flatMap { Int($0) }
    found.role = value("select session_user") ?? ""
    found.isSuperuser = value("show is_superuser") == "on"
    found.roles = ["lend_owner", "lend_keeper", "lend_borrower", "lend_viewer"].filter { role in
      value("select pg_has_role(session_user, $1, 'member')", [role]) == "t"
    }
    found.isEncrypted = PQsslInUse(connection) == 1
    found.isRemote =
      value("select not coalesce(host(inet_client_addr()) ~ '^(127[.]|::1)', true)") == "t"
    found.isStandby = value("select pg_is_in_recovery()") == "t"
    let file = value("select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)")
    found.timeline = file.flatMap { Int($0, radix: 16) }
    found.synchronousCommit = value("show synchronous_commit") ?? ""
    found.synchronousStandbys = value("show synchronous_standby_names") ?? ""
    found.isDurable = value("show fsync") == "on"
    found.receivesNotifications = receivesOwnNotifications()
    addActivity(to: &found)
    return found
  }

  private func addActivity(to found: inout PostgresExamination) {
    found.seesOtherTransactions =
      value("select pg_has_role(session_user, 'pg_read_all_stats', 'usage')") == "t"
    let seconds = value(
      """
      select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      """)
    found.oldestTransaction = seconds.flatMap { Double($0) }.map { .seconds($0) }
    let age = value(
      """
      select coalesce(max(age), 0) from (
        select age(backend_xmin) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
        union all select age(xmin) from pg_replication_slots
        union all select age(transaction) from pg_prepared_xacts
          where database = current_database()) as held (age)
      """)
    found.oldestSnapshotAge = age.flatMap { Int($0) }
    found.rows = count(
      "select coalesce(sum(n_live_tup), 0) from pg_stat_user_tables where schemaname = 'lend'")
    found.deadRows = count(
      "select coalesce(sum(n_dead_tup), 0) from pg_stat_user_tables where schemaname = 'lend'")
  }

  /// Whether a notification that this session sends reaches it: not through a pooler that lends
  /// sessions for one transaction at a time.
  private func receivesOwnNotifications() -> Bool {
    // The channel is the same for all, because LISTEN takes no parameters; the number is our own.
    let number = LendingID.random().description
    PQclear(PQexec(connection, "listen lend_doctor"))
    defer { PQclear(PQexec(connection, "unlisten lend_doctor")) }
    guard value("select 1 from pg_notify('lend_doctor', $1)", [number]) != nil else { return false }
    let end = monotonicNanoseconds() + 2_000_000_000
    while true {
      PQconsumeInput(connection)
      if let notification = PQnotifies(connection) {
        let isOurs = String(cString: notification.pointee.extra) == number
        PQfreemem(notification)
        if isOurs { return true }
        continue
      }
      let left = end - monotonicNanoseconds()
      if left <= 0 || PQstatus(connection) != CONNECTION_OK { return false }
      waitForDescriptor(PQsocket(connection), .readable, atMost: left)
    }
  }

  private func count(_ query: StaticString) -> Int { value(query).flatMap { Int($0) } ?? 0 }

  /// The only value of a query, or `nil` if the role may not ask.
  private func value(_ query: StaticString, _ parameters: [String] = []) -> String? {
    let result = withCStrings(parameters) {
      PQexecParams(
        connection, query.description, Int32(parameters.count), nil, $0, nil, nil, 0)
    }
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1,
      PQgetisnull(result, 0, 0) == 0
    else { return nil }
    return String(cString: PQgetvalue(result, 0, 0))
  }
}
#endif
