#if SQLite
internal import StagecraftSharedPools

struct Transaction {
  /// A ring for a desk.
  struct Ring: Hashable {
    var desk: String
    var message: DeskMessage
  }

  var answer: LendingAnswer = .done
  var rings: [Ring] = []
  var toWatch: [LifeEnd] = []
  /// Desks that were found to have ended.
  var ended: [String] = []

  /// Decides a request.
  ///
  /// If not all that it wants is free, desks that have ended without being closed are looked for, and
  /// the request is decided again.
  static func decide(
    _ request: LendingRequest, on tables: PoolTables, in file: StoreFile, at now: Int64,
    watched: Set<String>
  ) throws(SQLiteFailure) -> Transaction {
    var transaction = Transaction()
    var machine = LendingMachine(SQLiteRecords(tables: tables))
    let desks = tables.row?.desks
    var decision = try machine.decide(request, at: now)
    try transaction.add(decision.rings, on: tables)
    if let look = Look(request, decision.answer) {
      try transaction.look(on: tables, in: file, watched: watched, keeping: look == .waiting)
      if !transaction.ended.isEmpty {
        for desk in transaction.ended {
          for session in try tables.sessions(ofDesk: desk) {
            try transaction.add(machine.sessionHasGone(session, at: now), on: tables)
          }
        }
        decision = try machine.decide(request, at: now)
        try transaction.add(decision.rings, on: tables)
      }
    }
    if case .open(_, let session) = request {
      if tables.row != nil { try tables.claimSession(session.id) }
      // Desks with waiting requests watch all others, but not this new one yet.
      if let row = tables.row, desks != row.desks {
        for desk in try tables.waitingDesks() where desk != tables.desk {
          transaction.rings.append(Ring(desk: desk, message: .look))
        }
      }
    }
    transaction.answer = decision.answer
    return transaction
  }

  static func bury(
    _ desk: String, on tables: PoolTables, at now: Int64
  ) throws(SQLiteFailure) -> Transaction {
    var transaction = Transaction()
    var machine = LendingMachine(SQLiteRecords(tables: tables))
    for session in try tables.sessions(ofDesk: desk) {
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
    for desk in try file.desks(on: tables) where desk != tables.desk && !watched.contains(desk) {
      switch file.folder.look(at: desk) {
      case .alive(let life):
        if keeping, toWatch.count + watched.count < 500 { toWatch.append(life) }
      case .dead: ended.append(desk)
      case .unknown: break
      }
    }
  }

  private mutating func add(
    _ rings: [LendingMachine<SQLiteRecords>.Ring], on tables: PoolTables
  ) throws(SQLiteFailure) {
    for ring in rings {
      guard let desk = try tables.desk(of: ring.session) else { continue }
      self.rings.append(
        Ring(desk: desk, message: DeskMessage(session: ring.session, request: ring.request)))
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
    case .beaten(_, let outcomes):
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
