internal import StageFloor
internal import StagecraftPools

extension SessionMachine {
  /// If the answer came so late that the lease is about to end, it is renewed before it is handed
  /// out.
  mutating func hold(_ grant: LendingGrant, _ number: UInt64, sentAt: Int64) {
    guard let wait = waits[number] else { return }
    let remaining = grant.remaining.wholeNanoseconds
    leases[number] = SessionLease(
      key: LendingKey(request: wait.ask.id, fence: grant.fence),
      names: Set(grant.resources.map(\.name)), grantedAt: now,
      deadline: deadline(sentAt: sentAt, remaining: remaining), answeredAt: sentAt)
    lateGrants[number] = grant
    alive += 1
    set(.late, for: number)
    if now >= cancelMoment(of: number) {
      renew()
      checkLease(number)
    } else {
      handOut(number)
      // The others of this session were renewed at the last renewal, and this one may be older.
      if remaining < settings.timeToLiveNanoseconds / 2 { renew() }
    }
  }

  /// Until when a lease is certainly the holder's.
  ///
  /// The holder never relies on more than the time to live since it asked: the store's clock may have
  /// been set back when it answered, and be set right before the lease is renewed again.
  private func deadline(sentAt: Int64, remaining: Int64) -> Int64 {
    SessionLease.deadline(
      sentAt: sentAt, remaining: min(remaining, settings.timeToLiveNanoseconds))
  }

  private mutating func handOut(_ number: UInt64) {
    guard let wait = waits[number], let lease = leases[number],
      let grant = lateGrants.removeValue(forKey: number)
    else { return }
    removeWait(number)
    leases[number]?.grantedAt = now
    counts.granted += 1
    counts.waits.record(nanoseconds: now - wait.startedAt)
    if isObserved {
      let waited = Duration.nanoseconds(now - wait.startedAt)
      report(.granted(lease.key.fence, names: lease.names.sorted(), waited: waited))
    }
    reply(to: number, .granted(grant, lease.key))
    checkLease(number)
  }

  private func cancelMoment(of number: UInt64) -> Int64 {
    (leases[number]?.deadline ?? 0) - settings.marginNanoseconds
  }

  /// Notifies the holder if its lease is about to end or has ended; else sets a timer.
  mutating func checkLease(_ number: UInt64) {
    guard var lease = leases[number], lease.end == nil else { return }
    disarm(&lease.timer)
    leases[number]?.timer = nil
    let reason: LendingEnd = lease.isFinal ? .tooLong : .expired
    if now >= lease.deadline { return end(number, reason, isConfirmed: false) }
    let cancelAt = cancelMoment(of: number)
    if waits[number] == nil, lease.notice == nil, now >= cancelAt {
      notify(number, LeaseLoss(reason, remaining: .nanoseconds(lease.deadline - now)))
    }
    let isNotified = leases[number]?.notice != nil || waits[number] != nil
    let timer = arm(.lease(number), at: isNotified ? lease.deadline : cancelAt)
    leases[number]?.timer = timer
  }

  private mutating func notify(_ number: UInt64, _ loss: LeaseLoss) {
    guard var lease = leases[number], lease.notice == nil else { return }
    lease.notice = loss
    let watchers = lease.watchers
    lease.watchers = []
    leases[number] = lease
    report(.ending(lease.key.fence, loss))
    tell(watchers, loss)
  }

  mutating func end(_ number: UInt64, _ end: LendingEnd, isConfirmed: Bool) {
    guard var lease = leases[number], lease.end == nil else { return }
    disarm(&lease.timer)
    lease.end = end
    leases[number] = lease
    alive -= 1
    if waits[number] != nil {
      // No task has received it.
      removeLease(number)
      withdraw(lease.key.request)
      return rejoin(number, because: end)
    }
    counts.lost += 1
    let remaining = isConfirmed ? max(0, lease.deadline - now) : 0
    notify(number, LeaseLoss(end, remaining: .nanoseconds(remaining)))
    report(.lost(lease.key.fence, end))
    if isAccompanied { actions.append(.leaseEnded(number, end)) }
  }

  mutating func take(_ renewal: LendingRenewal, for number: UInt64, sentAt: Int64) {
    guard var lease = leases[number], lease.end == nil else { return }
    switch renewal {
    case .ended(let end): self.end(number, end, isConfirmed: true)
    case .unknown: end(number, .expired, isConfirmed: true)
    case .renewed(let duration, let isFinal):
      let remaining = duration.wholeNanoseconds
      // The end of a lease never moves to an earlier moment, so each answer stays true. Answers may
      // arrive in another order than they were asked for, and a slow one counts from its sending.
      let deadline = self.deadline(sentAt: sentAt, remaining: remaining)
      let gained = deadline - lease.deadline
      lease.deadline = max(deadline, lease.deadline)
      if sentAt >= lease.answeredAt {
        lease.answeredAt = sentAt
        lease.isFinal = isFinal
      }
      leases[number] = lease
      if !isFinal { compareRules(with: remaining, gained: gained) }
      if waits[number] != nil, now < cancelMoment(of: number) {
        handOut(number)
      } else {
        checkLease(number)
      }
    }
  }

  /// Reads the rules again if a renewed lease does not live as long as they say.
  ///
  /// After they became stricter, a lease lives longer than they say until its former end is near.
  private mutating func compareRules(with remaining: Int64, gained: Int64) {
    let expected = settings.timeToLiveNanoseconds
    if remaining > expected, gained <= expected / 20 { return }
    if abs(remaining - expected) <= expected / 100 {
      oddRemaining = nil
      return
    }
    if oddRemaining == remaining { return }
    oddRemaining = remaining
    reopen()
  }

  mutating func giveBack(
    _ number: UInt64, _ names: Set<String>?, _ condition: LendingReturn.Condition, _ waiter: UInt64?
  ) {
    guard var lease = leases[number], waits[number] == nil else {
      return reply(to: waiter, .answered(.returned(.already(.returned))))
    }
    let returned = names.map { lease.names.intersection($0) } ?? lease.names
    if returned.isEmpty { return reply(to: waiter, .answered(.returned(.already(.returned)))) }
    lease.names.subtract(returned)
    let isLast = lease.names.isEmpty
    if !isLast { lease.isDivided = true }
    leases[number] = lease
    counts.returned += returned.count
    if isObserved {
      let held = Duration.nanoseconds(now - lease.grantedAt)
      report(.returned(lease.key.fence, names: returned.sorted(), after: held))
    }
    if isLast {
      counts.holds.record(nanoseconds: now - lease.grantedAt)
      removeLease(number)
      tell(lease.watchers, nil)
      if isAccompanied { actions.append(.leaseEnded(number, nil)) }
    }
    // Also after its end: what was taken back is free as soon as it is returned. By name if others
    // were returned on their own: such a return may still be under way, in another condition, and
    // be overtaken.
    let request = LendingReturn(
      lease: lease.key, names: lease.isDivided ? returned.sorted() : [], condition: condition)
    let end = max(lease.deadline + settings.graceNanoseconds, now + 1_000_000_000)
    returnsUnderWay += 1
    let sent = send(.giveBack(request), for: .giveBack, waiter: waiter, until: end)
    if let waiter {
      let timer = arm(.caller(waiter), at: now.addingSaturated(rules.returnTimeout))
      sends[sent]?.waiterTimer = timer
    }
  }

  mutating func removeLease(_ number: UInt64) {
    guard var lease = leases.removeValue(forKey: number) else { return }
    disarm(&lease.timer)
    lateGrants[number] = nil
    if lease.end == nil { alive -= 1 }
    if waits[number] == nil { numbers[lease.key.request] = nil }
  }

  mutating func confirm(_ number: UInt64, _ waiter: UInt64) {
    guard let lease = leases[number], lease.end == nil else {
      return reply(to: waiter, .confirmed(false))
    }
    let batch = LendingRenewalBatch(session: rules.session.id, leases: [lease.key])
    let sent = send(
      .renew(batch), for: .confirm(lease: number), waiter: waiter, until: lease.deadline)
    // The store may not answer at all.
    let timer = arm(.caller(waiter), at: lease.deadline)
    sends[sent]?.waiterTimer = timer
  }

  mutating func watch(_ number: UInt64, _ waiter: UInt64) {
    guard let lease = leases[number] else { return reply(to: waiter, .loss(nil)) }
    if let notice = lease.notice { return reply(to: waiter, .loss(notice)) }
    leases[number]?.watchers.append(waiter)
    watched[waiter] = number
  }

  private mutating func tell(_ watchers: [UInt64], _ loss: LeaseLoss?) {
    for watcher in watchers {
      watched[watcher] = nil
      reply(to: watcher, .loss(loss))
    }
  }
}
