#if PostgreSQL
internal import CPostgres
internal import PostgresFloor
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
    found.areRolesNested = value(
      """
      select pg_has_role('lend_keeper', 'lend_borrower', 'usage')
        and pg_has_role('lend_borrower', 'lend_viewer', 'usage')
      """
    ).map { $0 == "t" }
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
    found.epoch = value("select lend.epoch_1()").flatMap { Int($0) }
    found.isPlaceKnown = value("select lend.is_place_known_1()").map { $0 == "t" }
    found.connectionLimit = connectionLimit
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

  /// The limit that the fewest connections are free of.
  private var connectionLimit: PostgresExamination.ConnectionLimit? {
    func limit(
      _ owner: PostgresExamination.ConnectionLimit.Owner, _ used: StaticString, _ all: StaticString
    ) -> PostgresExamination.ConnectionLimit? {
      guard let used = value(used).flatMap({ Int($0) }), let all = value(all).flatMap({ Int($0) }),
        all >= 0
      else { return nil }
      return PostgresExamination.ConnectionLimit(owner: owner, used: used, limit: all)
    }
    let limits = [
      limit(
        .server, "select sum(numbackends) from pg_stat_database",
        """
        select current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0)
        """),
      limit(
        .role, "select count(*) from pg_stat_activity where usename = session_user",
        "select rolconnlimit from pg_roles where rolname = session_user and not rolsuper"),
      limit(
        .database, "select numbackends from pg_stat_database where datname = current_database()",
        """
        select datconnlimit from pg_database
          where datname = current_database() and current_setting('is_superuser') = 'off'
        """),
    ]
    return limits.compactMap(\.self).min { $0.limit - $0.used < $1.limit - $1.used }
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
