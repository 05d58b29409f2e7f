internal import StageFloor
internal import StagecraftPools

extension SessionMachine {
  @discardableResult
  mutating func send(
    _ call: LendingCall, for purpose: SessionSend.Purpose, waiter: UInt64? = nil,
    until giveUpAt: Int64 = .max
  ) -> UInt64 {
    lastSend += 1
    sends[lastSend] = SessionSend(
      call: call, purpose: purpose, waiter: waiter, giveUpAt: giveUpAt)
    if let waiter { callers[waiter] = lastSend }
    transmit(lastSend)
    return lastSend
  }

  mutating func transmit(_ number: UInt64) {
    guard var send = sends[number] else { return }
    disarm(&send.pause)
    send.sentAt = now
    send.attempts += 1
    sends[number] = send
    counts.sent += 1
    actions.append(.send(number, send.call))
  }

  mutating func answered(_ number: UInt64, _ result: Result<LendingAnswer, LeaseStoreError>) {
    guard var send = sends[number], send.pause == nil else { return }
    counts.roundTrips.record(nanoseconds: now - send.sentAt)
    switch result {
    case .success(let answer):
      remove(number)
      settle(send, number, answer)
    case .failure(let error):
      counts.failed += 1
      report(.storeFailed(error, attempts: send.attempts))
      let repeatsAt = now.addingSaturated(pause(after: send.attempts))
      if error.isTransient, isRepeated(send), repeatsAt < send.giveUpAt {
        send.pause = arm(.send(number), at: repeatsAt)
        sends[number] = send
        if case .ask(let wait) = send.purpose { waits[wait]?.lastError = error }
      } else {
        remove(number)
        fail(send, number, error)
      }
    }
  }

  /// Considers requests lost that the store has neither answered nor failed for too long.
  ///
  /// They go on under new numbers, so that a late answer is not assigned to a later attempt:
  /// deadlines count from the sending of the attempt that was answered.
  mutating func failStalledSends() {
    stallAt = nil
    let latest = now - rules.answerLimit
    let stalled = sends.filter { $0.value.pause == nil && $0.value.sentAt <= latest }
    for (number, send) in stalled.sorted(by: { $0.key < $1.key }) {
      guard sends.removeValue(forKey: number) != nil else { continue }
      lastSend += 1
      sends[lastSend] = send
      if let waiter = send.waiter { callers[waiter] = lastSend }
      if case .ask(let wait) = send.purpose, waits[wait]?.send == number {
        waits[wait]?.send = lastSend
      }
      let seconds = (now - send.sentAt) / 1_000_000_000
      let sentence = "The store has not answered for \(seconds) seconds."
      answered(lastSend, .failure(LeaseStoreError(.unreachable, sentence)))
    }
  }

  /// The pause before a request is repeated: it doubles, and varies by a quarter, so that clients
  /// which have failed together do not return together.
  mutating func pause(after attempts: Int) -> Int64 {
    let factor: Int64 = 1 << Int64(min(max(attempts - 1, 0), 16))
    let (doubled, overflows) = rules.firstPause.multipliedReportingOverflow(by: factor)
    let pause = overflows ? rules.longestPause : min(doubled, rules.longestPause)
    return pause - pause / 4 + jitter(upTo: pause / 2)
  }

  mutating func jitter(upTo limit: Int64) -> Int64 {
    limit <= 0 ? 0 : Int64(generator.next() % UInt64(limit))
  }

  private func isRepeated(_ send: SessionSend) -> Bool {
    switch send.purpose {
    case .renew, .poll, .sweep, .call(isRepeatable: false): false
    case .ask(let wait): waits[wait]?.ask.id == send.requestID
    case .open, .withdraw, .giveBack, .confirm, .call, .close: true
    }
  }

  mutating func remove(_ number: UInt64) {
    guard var send = sends.removeValue(forKey: number) else { return }
    disarm(&send.pause)
    disarm(&send.waiterTimer)
    if let waiter = send.waiter { callers[waiter] = nil }
    switch send.purpose {
    case .renew: renewalsUnderWay -= 1
    case .poll: isPolling = false
    case .sweep: isSweeping = false
    case .giveBack: returnsUnderWay -= 1
    case .ask(let wait): if waits[wait]?.send == number { waits[wait]?.send = nil }
    case .open: isOpening = false
    case .withdraw: if case .withdraw(let id) = send.call { withdrawals.remove(id) }
    case .confirm, .call, .close: break
    }
  }

  private mutating func settle(_ send: SessionSend, _ number: UInt64, _ answer: LendingAnswer) {
    switch (send.purpose, answer) {
    case (.open, .opened(let settings)): opened(settings, send.waiter)
    case (.open, .refused(let refusal)):
      reply(to: send.waiter, .failed(.refused(refusal)))
      if send.waiter == nil { endAllWaits(.failed(.refused(refusal)), withdraws: false) }
    case (.ask(let wait), .asked(let outcome)):
      if waits[wait]?.ask.id == send.requestID {
        waits[wait]?.lastError = nil
        take(outcome, for: wait, sentAt: send.sentAt, isFound: false)
      } else {
        withdrawIfStray(send, outcome)
      }
    case (.ask(let wait), .refused(.unknownSession)):
      if waits[wait]?.ask.id == send.requestID { reopen() }
    case (.ask(let wait), .refused(let refusal)):
      if waits[wait]?.ask.id == send.requestID {
        endWait(wait, .failed(.refused(refusal)), withdraws: false)
      }
    case (.renew, .renewed(let renewals, let outcomes)),
      (.poll, .renewed(let renewals, let outcomes)):
      renewed(send, renewals, outcomes)
    case (.renew, .refused(.unknownSession)), (.poll, .refused(.unknownSession)),
      (.sweep, .refused(.unknownSession)):
      reopen()
    case (.sweep, .swept(let next)): sweep(after: next)
    case (.giveBack, .returned): reply(to: send.waiter, .answered(answer))
    case (.confirm(let lease), .renewed(let renewals, _)):
      if let renewal = renewals.first { take(renewal, for: lease, sentAt: send.sentAt) }
      reply(to: send.waiter, .confirmed(leases[lease].map { $0.end == nil } ?? false))
    case (.call, .done):
      if case .keep(.configure(let settings)) = send.call { self.settings = settings }
      reply(to: send.waiter, .answered(answer))
    case (.confirm, .refused(.unknownSession)):
      reopen()
      let failure = LeaseStoreError(.unreachable, "The session was forgotten, and is opened again.")
      fail(send, number, failure)
    case (.close, _): closed()
    case (.withdraw, _): break
    case (_, .refused(let refusal)): reply(to: send.waiter, .failed(.refused(refusal)))
    case (.call, _): reply(to: send.waiter, .answered(answer))
    default:
      fail(
        send, number,
        LeaseStoreError(.damaged, "The store has given an answer to another kind of request."))
    }
  }

  private mutating func fail(_ send: SessionSend, _ number: UInt64, _ error: LeaseStoreError) {
    switch send.purpose {
    case .ask(let wait):
      if waits[wait]?.ask.id == send.requestID {
        endWait(wait, .failed(.store(error)), withdraws: true)
      }
    case .renew, .poll: renewalFailed(error)
    case .sweep: sweepAt = now + pause(after: 3)
    case .open:
      reply(to: send.waiter, .failed(.store(error)))
      if send.waiter == nil { endAllWaits(.failed(.store(error)), withdraws: false) }
    case .close: closed()
    case .withdraw, .giveBack, .confirm, .call: reply(to: send.waiter, .failed(.store(error)))
    }
  }

  /// Lets a request go on without the task that awaits its answer, because it may have been
  /// decided.
  mutating func dismissWaiter(ofSend number: UInt64) {
    if let waiter = sends[number]?.waiter { callers[waiter] = nil }
    sends[number]?.waiter = nil
  }

  // MARK: Timers

  mutating func arm(_ target: Timer.Target, at moment: Int64) -> Timer {
    lastTimer += 1
    targets[lastTimer] = target
    return Timer(ticket: deadlines.insert(lastTimer, at: moment))
  }

  mutating func disarm(_ timer: inout Timer?) {
    if let id = timer.flatMap({ deadlines.cancel($0.ticket) }) { targets[id] = nil }
    timer = nil
  }

  mutating func advance() {
    while let due = deadlines.popDue(at: now) {
      guard let target = targets.removeValue(forKey: due.id) else { continue }
      switch target {
      case .wait(let number): timeOut(number)
      case .lease(let number): checkLease(number)
      case .send(let number):
        sends[number]?.pause = nil
        counts.repeated += 1
        transmit(number)
      case .caller(let waiter):
        if let number = callers[waiter] {
          reply(to: waiter, .pending)
          dismissWaiter(ofSend: number)
          sends[number]?.waiterTimer = nil
        }
      case .close:
        closeTimer = nil
        dismissClosers()
      case .notification(let request):
        missingNotifications[request] = nil
        counts.notificationsLost += 1
        report(.notificationLost(request))
      }
    }
    if let stallAt, stallAt <= now { failStalledSends() }
    if let renewAt, renewAt <= now { renew() }
    if let sweepAt, sweepAt <= now { sweep() }
    if let pollAt, pollAt <= now { poll() }
  }
}

extension SessionSend {
  var requestID: LendingID? {
    if case .ask(let ask) = call { ask.id } else { nil }
  }
}
