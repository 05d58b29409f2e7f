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

  /// Decides a call.
  ///
  /// If not all that it wants is free, clients that have ended without being closed are looked for,
  /// and the request is decided again.
  static func decide(
    _ call: LendingCall, on tables: PoolTables, in file: StoreFile, at now: Int64,
    watched: Set<String>
  ) throws(SQLiteFailure) -> Transaction {
    var transaction = Transaction()
    var machine = LendingMachine(SQLiteRecords(tables: tables))
    let clients = tables.row?.clients
    var decision = try machine.decide(call, at: now)
    try transaction.add(decision.notifications, on: tables)
    let look = Look(call, decision.answer)
    let watches = try look == .ask || look == .renewal ? tables.isWatching : false
    if look != nil, look != .ask || watches {
      try transaction.look(on: tables, in: file, watched: watched, keeping: watches)
      if !transaction.ended.isEmpty {
        for client in transaction.ended {
          for session in try tables.sessions(ofClient: client) {
            try transaction.add(machine.sessionHasGone(session, at: now), on: tables)
          }
        }
        decision = try machine.decide(call, at: now)
        try transaction.add(decision.notifications, on: tables)
      }
    }
    if case .open(_, let session) = call {
      if tables.row != nil { try tables.claimSession(session.id) }
      // Clients that watch all others do not watch this new one yet.
      if let row = tables.row, clients != row.clients {
        transaction.askToLook(try tables.watchingClients(), on: tables)
      }
    }
    try transaction.replaceWatchers(afterLeaving: call.leavesLine ? 1 : 0, on: tables)
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
    try transaction.replaceWatchers(on: tables)
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

  /// The line is shorter by those that are notified and some more: others are among its first, and
  /// are to watch.
  private mutating func replaceWatchers(
    afterLeaving count: Int = 0, on tables: PoolTables
  ) throws(SQLiteFailure) {
    let left = count + notifications.count { $0.message != .look }
    if left == 0 { return }
    let watching = try tables.watchingClients()
    if watching.count == PoolTables.watcherCount { askToLook(watching.suffix(left), on: tables) }
  }

  private mutating func askToLook(_ clients: some Sequence<String>, on tables: PoolTables) {
    for client in clients where client != tables.client {
      notifications.append(Notification(client: client, message: .look))
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
  /// A request has joined the line: unless its client is to watch, others have looked.
  case ask
  /// A request still waits. The clients that watch may have ended, all together.
  case renewal
  /// Something would be free if one has ended.
  case once

  init?(_ call: LendingCall, _ answer: LendingAnswer) {
    switch answer {
    case .asked(.waiting): self = .ask
    case .asked(.notFree): self = .once
    case .swept: self = .once
    case .renewed(_, let outcomes):
      let isWaiting = outcomes.contains {
        if case .waiting = $0 { true } else { false }
      }
      guard isWaiting else { return nil }
      self = .renewal
    default: return nil
    }
  }
}

extension PoolTables {
  /// Whether this client is among those that watch all others.
  var isWatching: Bool {
    get throws(SQLiteFailure) { try watchingClients().contains(client) }
  }
}

extension LendingCall {
  /// Whether a request that waits may leave the line by it, without being granted.
  var leavesLine: Bool {
    switch self {
    case .withdraw, .close: true
    default: false
    }
  }

  /// Whether it changes nothing, so that it needs no lock.
  var isRead: Bool {
    switch self {
    case .report, .events: true
    default: false
    }
  }
}
#endif
