#if SQLite
@_spi(Store) internal import StagecraftSharedPools

/// The requests of this store object that stand in the line, by the answers that it has received.
struct WaitingRequests {
  /// The session of each, by pool.
  private var sessions: [String: [LendingID: LendingID]] = [:]

  var isEmpty: Bool { sessions.isEmpty }

  var pools: [String] { Array(sessions.keys) }

  /// Whether a request may wait for those of others: it neither keeps nor ends anything, and is no
  /// request that has come to the front of the line.
  func isNewcomer(_ call: LendingCall, in pool: String) -> Bool {
    switch call {
    case .renew, .giveBack, .withdraw, .close: false
    case .ask(let ask): sessions[pool]?[ask.id] == nil
    case .open, .keep, .sweep, .report, .events: true
    }
  }

  mutating func note(_ call: LendingCall, _ answer: LendingAnswer, in pool: String) {
    switch (call, answer) {
    case (.ask(let ask), .asked(let outcome)): note(ask.id, ask.session, outcome, in: pool)
    case (.renew(let batch), .renewed(_, let outcomes)):
      for (id, outcome) in zip(batch.waiting, outcomes) {
        note(id, batch.session, outcome, in: pool)
      }
    case (.withdraw(let id), .withdrawn): remove(in: pool) { $0.key != id }
    case (.close(let session), .done): remove(in: pool) { $0.value != session }
    default: break
    }
  }

  private mutating func note(
    _ id: LendingID, _ session: LendingID, _ outcome: LendingOutcome, in pool: String
  ) {
    if case .waiting = outcome {
      sessions[pool, default: [:]][id] = session
    } else if sessions[pool]?.removeValue(forKey: id) != nil, sessions[pool]?.isEmpty == true {
      sessions[pool] = nil
    }
  }

  private mutating func remove(
    in pool: String, keeping isKept: ((key: LendingID, value: LendingID)) -> Bool
  ) {
    guard let kept = sessions[pool]?.filter(isKept) else { return }
    sessions[pool] = kept.isEmpty ? nil : kept
  }
}
#endif
