internal import StageFloor

extension SessionMachine {
  /// A third of the time to live.
  private var interval: Int64 { max(settings.timeToLiveNanoseconds / 3, 1) }

  mutating func schedule() {
    if alive == 0, inLine == 0 {
      renewAt = nil
      failedRenewals = 0
    } else if renewAt == nil {
      renewAt = now + interval
    }
    if inLine == 0 { sweepAt = nil }
    if sends.isEmpty {
      stallAt = nil
    } else if stallAt == nil {
      stallAt = now + rules.answerLimit
    }
    if inLine == 0 || notificationFailure == nil {
      pollAt = nil
    } else if pollAt == nil {
      pollAt = now + pollPause()
    }
  }

  mutating func renew() {
    guard alive > 0 || inLine > 0 else { return }
    renewAt = now + interval
    // A store that has not answered several renewals is not sent more.
    guard renewalsUnderWay < 4 else { return }
    let renewed = leases.filter { $0.value.end == nil }.sorted { $0.key < $1.key }
    let waiting = waits.filter { $0.value.phase == .inLine }.sorted { $0.key < $1.key }
    renewalsUnderWay += 1
    counts.renewals += 1
    let batch = LendingRenewalBatch(
      session: rules.session.id, leases: renewed.map(\.value.key),
      waiting: waiting.map(\.value.ask.id))
    send(.renew(batch), for: .renew)
  }

  /// Asks what became of the first request of each kind, while the store cannot notify.
  mutating func poll() {
    pollAt = now + pollPause()
    guard inLine > 0, !isPolling else { return }
    var heads: [[Want]: (UInt64, LendingID)] = [:]
    for (number, wait) in waits where wait.phase == .inLine {
      if let head = heads[wait.ask.wants], head.0 < number { continue }
      heads[wait.ask.wants] = (number, wait.ask.id)
    }
    let first = heads.values.sorted { $0.0 < $1.0 }.prefix(16)
    isPolling = true
    counts.polls += 1
    let batch = LendingRenewalBatch(session: rules.session.id, waiting: first.map(\.1))
    send(.renew(batch), for: .poll)
  }

  private mutating func pollPause() -> Int64 {
    let pause = min(rules.pollPause, interval)
    return pause - pause / 4 + jitter(upTo: pause / 2)
  }

  mutating func renewed(
    _ send: SessionSend, _ renewals: [LendingRenewal], _ outcomes: [LendingOutcome]
  ) {
    guard case .renew(let batch) = send.call else { return }
    failedRenewals = 0
    if !batch.leases.isEmpty {
      report(.renewed(leases: batch.leases.count, roundTrip: .nanoseconds(now - send.sentAt)))
    }
    for (key, renewal) in zip(batch.leases, renewals) {
      guard let number = numbers[key.request], leases[number]?.key == key else { continue }
      take(renewal, for: number, sentAt: send.sentAt)
    }
    for (id, outcome) in zip(batch.waiting, outcomes) {
      guard let number = numbers[id], waits[number]?.phase == .inLine else { continue }
      take(outcome, for: number, sentAt: send.sentAt, isFound: true)
    }
  }

  /// Renews again soon, but not more often than usual for long.
  mutating func renewalFailed(_ error: LeaseStoreError) {
    failedRenewals += 1
    if error.isTransient {
      renewAt = min(renewAt ?? .max, now + min(pause(after: failedRenewals), interval))
    } else {
      // A lease may still be renewed later, but no request will be granted.
      endAllWaits(.failed(.store(error)), withdraws: true)
    }
  }

  // MARK: Sweeps

  /// Sends a sweep once something may be due at the store, with a random delay, so that not all
  /// waiting sessions send one.
  mutating func sweep(after next: Duration?) {
    guard let next else {
      sweepAt = nil
      return
    }
    let pause = max(next.wholeNanoseconds, 10_000_000)
    let due = now.addingSaturated(pause).addingSaturated(jitter(upTo: max(pause / 10, 20_000_000)))
    // Answers come more often than something is due: a later one does not put the sweep off.
    sweepAt = min(sweepAt ?? .max, due)
  }

  mutating func sweep() {
    sweepAt = nil
    guard inLine > 0, !isSweeping else { return }
    isSweeping = true
    counts.sweeps += 1
    send(.sweep, for: .sweep)
  }
}

extension Int64 {
  package func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
