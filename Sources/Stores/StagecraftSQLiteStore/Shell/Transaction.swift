#if SQLite
@_spi(Store) internal import StagecraftSharedPools

struct Transaction {
  struct Notification: Hashable {
    var client: String
    var message: ClientMessage
  }

  var answer: LendingAnswer = .done
  var notifications: [Notification] = []
  var toWatch: [LivenessWatch] = []
  var ended: [String] = []

  /// Decides a request.
  ///
  /// If not all that it wants is free, clients that have ended without being closed are looked for,
  /// and the request is decided again.
  static func decide(
    _ request: LendingRequest, on tables: PoolTables, in file: StoreFile, at now: Int64,
    watched: Set<String>
  ) throws(SQLiteFailure) -> Transaction {
    var transaction = Transaction()
    var machine = LendingMachine(SQLiteRecords(tables: tables))
    let clients = tables.row?.clients
    var decision = try machine.decide(request, at: now)
    try transaction.add(decision.notifications, on: tables)
    if let look = Look(request, decision.answer) {
      try transaction.look(on: tables, in: file, watched: watched, keeping: look == .waiting)
      if !transaction.ended.isEmpty {
        for client in transaction.ended {
          for session in try tables.sessions(ofClient: client) {
            try transaction.add(machine.sessionHasGone(session, at: now), on: tables)
          }
        }
        decision = try machine.decide(request, at: now)
        try transaction.add(decision.notifications, on: tables)
      }
    }
    if case .open(_, let session) = request {
      if tables.row != nil { try tables.claimSession(session.id) }
      // Clients with waiting requests watch all others, but not this new one yet.
      if let row = tables.row, clients != row.clients {
        for client in try tables.waitingClients() where client != tables.client {
          transaction.notifications.append(Notification(client: client, message: .look))
        }
      }
    }
    transaction.answer = decision.answer
    return transaction
  }

  static func endSessions(
    of client: String, on tables: PoolTables, at now: Int64
  ) throws(SQLiteFailure) -> Transaction {
    var transaction = Transaction()
    var machine = LendingMachine(SQLiteRecords(tables: tables))
    for session in try tables.sessions(ofClient: client) {
      try transaction.add(machine.sessionHasGone(session, at: now), on: tables)
    }
    return transaction
  }

  static func look(
    on tables: PoolTables, in file: StoreFile, watched: Set<String>
  ) throws(SQLiteFailure) -> Transaction {
    var transaction = Transaction()
    if tables.row == nil { return transaction }
    try transaction.look(on: tables, in: file, watched: watched, keeping: true)
    return transaction
  }

  private mutating func look(
    on tables: PoolTables, in file: StoreFile, watched: Set<String>, keeping: Bool
  ) throws(SQLiteFailure) {
    for client in try file.clients(on: tables)
    where client != tables.client && !watched.contains(client) {
      switch file.folder.look(at: client) {
      case .alive(let liveness):
        if keeping, toWatch.count + watched.count < 500 { toWatch.append(liveness) }
      case .dead: ended.append(client)
      case .unknown: break
      }
    }
  }

  private mutating func add(
    _ notifications: [LendingMachine<SQLiteRecords>.Notification], on tables: PoolTables
  ) throws(SQLiteFailure) {
    for notification in notifications {
      guard let client = try tables.client(of: notification.session) else { continue }
      self.notifications.append(
        Notification(
          client: client,
          message: ClientMessage(session: notification.session, request: notification.request)))
    }
  }
}

private enum Look {
  /// Something waits for them.
  case waiting
  /// Something would be free if one has ended.
  case once

  init?(_ request: LendingRequest, _ answer: LendingAnswer) {
    switch answer {
    case .asked(.waiting): self = .waiting
    case .asked(.notFree): self = .once
    case .swept: self = .once
    case .renewed(_, let outcomes):
      let isWaiting = outcomes.contains {
        if case .waiting = $0 { true } else { false }
      }
      guard isWaiting else { return nil }
      self = .waiting
    default: return nil
    }
  }
}

extension LendingRequest {
  /// Whether it changes nothing, so that it needs no lock.
  var isRead: Bool {
    switch self {
    case .report, .events: true
    default: false
    }
  }
}
#endif
