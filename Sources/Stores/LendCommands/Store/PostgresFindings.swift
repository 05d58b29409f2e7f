#if PostgreSQL
internal import StagecraftPostgresStore
import StagecraftSharedPools

extension PostgresExamination {
  /// The examination as findings of `doctor`.
  var findings: [Finding] { identity + replication + activity }

  private var identity: [Finding] {
    var findings = [Finding(.good, "server", "PostgreSQL \(serverVersion), \(place)")]
    if let edition {
      findings.append(Finding(.good, "edition", "\(edition)"))
    } else {
      findings.append(
        Finding(.fault, "edition", "there is no schema \"lend\", or this role may not use it"))
    }
    if isSuperuser {
      let detail = "\(role) is a superuser: give borrowers a role with lend_borrower only"
      findings.append(Finding(.note, "rights", detail))
    } else if roles.isEmpty {
      findings.append(
        Finding(.fault, "rights", "\(role) has none: grant lend_borrower to \(role)"))
    } else {
      findings.append(Finding(.good, "rights", "\(role): \(roles.joined(separator: ", "))"))
    }
    if areRolesNested == false {
      findings.append(
        Finding(
          .fault, "roles",
          "grant lend_borrower to lend_keeper, and lend_viewer to lend_borrower: they lack rights"))
    }
    if isRemote, !isEncrypted {
      findings.append(
        Finding(.fault, "encryption", "none, although the server is another machine"))
    } else {
      findings.append(Finding(.good, "encryption", isEncrypted ? "TLS" : "none, on this machine"))
    }
    findings.append(
      receivesNotifications
        ? Finding(.good, "notifications", "arrive")
        : Finding(
          .fault, "notifications",
          "do not arrive: connect past the pooler, or let it lend whole sessions"))
    return findings
  }

  private var replication: [Finding] {
    if isStandby {
      return [Finding(.fault, "standby", "the server is one, and decides nothing")]
    }
    var findings = [Finding(.good, "timeline", timeline.map(String.init) ?? "unknown")]
    if !isDurable {
      findings.append(
        Finding(.fault, "durability", "fsync is off: a crash of the machine damages the store"))
    }
    if synchronousStandbys.isEmpty {
      let detail = "none: after a failover, the last grants may be unknown to the new server"
      findings.append(Finding(.note, "synchronous copies", detail))
    } else if ["off", "local"].contains(synchronousCommit) {
      let detail = "\(synchronousStandbys), but synchronous_commit is \(synchronousCommit)"
      findings.append(Finding(.note, "synchronous copies", detail))
    } else {
      findings.append(Finding(.good, "synchronous copies", synchronousStandbys))
    }
    return findings + fences
  }

  private var fences: [Finding] {
    guard let epoch else { return [] }
    return [
      isPlaceKnown == false
        ? Finding(
          .note, "fences",
          """
          epoch \(epoch), which rises with the next lease: the server was started, restored or \
          replaced. If a guard has seen a larger one, as after a restored copy: lend init \
          --epoch-above
          """)
        : Finding(.good, "fences", "epoch \(epoch)")
    ]
  }

  private var connections: [Finding] {
    guard let found = connectionLimit else { return [] }
    let detail = "\(found.used) of \(found.limit) of the \(found.owner)"
    let isFull = found.limit - found.used < 2
    if !isFull, found.used * 5 < found.limit * 4 {
      return [Finding(.good, "connections", detail)]
    }
    let advice =
      switch found.owner {
      case .server: "raise max_connections"
      case .role: "alter role … connection limit"
      case .database: "alter database … connection limit"
      }
    return [
      Finding(
        isFull ? .fault : .note, "connections",
        "\(detail): a process needs one while it waits and a second one for moments; \(advice)")
    ]
  }

  private var activity: [Finding] {
    var findings = connections
    let old = oldestTransaction ?? .zero
    let age = oldestSnapshotAge ?? 0
    let view = seesOtherTransactions ? "" : " (of this role only: grant pg_read_all_stats)"
    findings.append(
      old > .seconds(60) || age > 10_000
        ? Finding(
          .note, "oldest snapshot",
          "\(old.reading), \(age) transactions ago: dead rows stay until it ends\(view)")
        : Finding(.good, "oldest snapshot", "\(old.reading)\(view)"))
    findings.append(
      deadRows > 10_000 && deadRows > 2 * rows
        ? Finding(.note, "dead rows", "\(deadRows) beside \(rows): let autovacuum run more often")
        : Finding(.good, "dead rows", "\(deadRows) beside \(rows)"))
    return findings
  }
}
#endif
