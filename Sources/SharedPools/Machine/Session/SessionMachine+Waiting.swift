internal import StageFloor

extension SessionMachine {
  mutating func ask(_ wants: SessionWants, _ timeout: Int64?, _ waiter: UInt64) {
    guard phase == .open else { return reply(to: waiter, .failed(.closed)) }
    let ask = LendingAsk(
      id: .random(using: &generator), session: rules.session.id, wants: wants.wants,
      priority: wants.priority, joinsLine: wants.joinsLine)
    var wait = SessionWait(ask: ask, startedAt: now)
    if let timeout { wait.timeout = arm(.wait(waiter), at: now.addingSaturated(timeout)) }
    waits[waiter] = wait
    numbers[ask.id] = waiter
    sendAsk(waiter)
  }

  /// Does nothing while an ask is under way.
  mutating func sendAsk(_ number: UInt64) {
    guard let wait = waits[number] else { return }
    if let send = wait.send {
      if sends[send]?.pause != nil { transmit(send) } else { waits[number]?.wasNotified = true }
      return
    }
    waits[number]?.wasNotified = false
    let send = send(.ask(wait.ask), for: .ask(wait: number))
    waits[number]?.send = send
  }

  /// `isFound`: by a renewal rather than by asking.
  mutating func take(
    _ outcome: LendingOutcome, for number: UInt64, sentAt: Int64, isFound: Bool
  ) {
    guard let wait = waits[number], wait.phase != .late else { return }
    switch outcome {
    case .granted(let grant):
      if isFound { expectNotification(for: wait) }
      hold(grant, number, sentAt: sentAt)
    case .waiting(let next):
      if wait.phase == .asking {
        set(.inLine, for: number)
        report(.waiting(inLine))
      }
      if let next { sweep(after: next) }
      if waits[number]?.wasNotified == true { sendAsk(number) }
    case .notFree:
      removeWait(number)
      reply(to: number, .notFree)
    case .ended(.impossible):
      if isFound { expectNotification(for: wait) }
      endWait(number, .failed(.ended(.impossible)), withdraws: false)
    case .ended(let end): rejoin(number, because: end)
    case .unknown: sendAsk(number)
    }
  }

  /// Begins again with a new request, because the store has ended the former one.
  mutating func rejoin(_ number: UInt64, because end: LendingEnd) {
    guard var wait = waits[number] else { return }
    if let send = wait.send, sends[send]?.pause != nil { remove(send) }
    numbers[wait.ask.id] = nil
    wait.ask.id = .random(using: &generator)
    wait.send = nil
    wait.wasAnnounced = false
    waits[number] = wait
    numbers[wait.ask.id] = number
    set(.asking, for: number)
    counts.rejoined += 1
    report(.rejoined(because: end))
    sendAsk(number)
  }

  mutating func endWait(_ number: UInt64, _ reply: SessionReply, withdraws: Bool) {
    guard let wait = waits[number] else { return }
    if wait.phase == .late { removeLease(number) }
    if let send = wait.send { sends[send]?.isAbandoned = true }
    removeWait(number)
    if case .failed(let failure) = reply {
      counts.gaveUp += 1
      report(.gaveUp(failure.code, after: .nanoseconds(now - wait.startedAt)))
    }
    self.reply(to: number, reply)
    if withdraws { withdraw(wait.ask.id) }
  }

  mutating func endAllWaits(_ reply: SessionReply, withdraws: Bool) {
    for number in waits.keys.sorted() { endWait(number, reply, withdraws: withdraws) }
  }

  mutating func timeOut(_ number: UInt64) {
    guard let wait = waits[number] else { return }
    let error = wait.phase == .asking ? wait.lastError : nil
    endWait(number, .failed(.timedOut(error)), withdraws: true)
  }

  /// Takes a wait out of the tables; an ask that is under way goes on.
  mutating func removeWait(_ number: UInt64) {
    guard var wait = waits[number] else { return }
    disarm(&wait.timeout)
    set(.asking, for: number)
    waits[number] = nil
    if leases[number] == nil { numbers[wait.ask.id] = nil }
    if let send = wait.send, sends[send]?.pause != nil { remove(send) }
  }

  mutating func set(_ phase: SessionWait.Phase, for number: UInt64) {
    guard let former = waits[number]?.phase else { return }
    if former == .inLine { inLine -= 1 }
    if phase == .inLine { inLine += 1 }
    waits[number]?.phase = phase
  }

  /// Until when a withdrawal is repeated.
  ///
  /// It is repeated for twice as long as a forgotten session keeps its place and a forgotten lease
  /// lives: after that there is nothing to give up.
  private func withdrawalEnd() -> Int64 {
    now + 2 * (settings.timeToLiveNanoseconds + settings.graceNanoseconds)
  }

  mutating func withdraw(_ id: LendingID) {
    guard withdrawals.insert(id).inserted else { return }
    send(.withdraw(id), for: .withdraw, until: withdrawalEnd())
  }

  /// Withdraws a request that was granted after its wait had ended, if the withdrawal did not
  /// arrive.
  ///
  /// A late answer about a request that was handed out changes nothing: its lease may be on its way
  /// back, and a withdrawal could overtake that.
  mutating func withdrawIfStray(_ send: SessionSend, _ outcome: LendingOutcome) {
    guard send.isAbandoned, let id = send.requestID else { return }
    switch outcome {
    case .granted, .waiting: withdraw(id)
    case .notFree, .ended, .unknown: break
    }
  }

  // MARK: Notifications

  mutating func receive(_ signal: LeaseStoreSignal) {
    switch signal {
    case .notification(let id): receive(notificationFor: id)
    case .cannotBeNotified(let reason):
      if notificationFailure == nil { report(.cannotBeNotified(reason)) }
      notificationFailure = reason
    case .canBeNotified:
      guard notificationFailure != nil else { return }
      notificationFailure = nil
      report(.canBeNotified)
      // Notifications in between were lost.
      if inLine > 0 || alive > 0 { renewAt = now }
      advance()
    }
  }

  private mutating func receive(notificationFor id: LendingID) {
    counts.notificationsReceived += 1
    if missingNotifications[id] != nil {
      // It was only late.
      var timer = missingNotifications.removeValue(forKey: id)
      return disarm(&timer)
    }
    guard let number = numbers[id] else { return }
    if waits[number] != nil, leases[number] == nil {
      waits[number]?.wasAnnounced = true
      sendAsk(number)
    } else if leases[number]?.end == nil {
      renew()
    }
  }

  /// Counts a lost notification, unless it comes soon.
  private mutating func expectNotification(for wait: SessionWait) {
    let id = wait.ask.id
    guard notificationFailure == nil, wait.phase == .inLine, !wait.wasAnnounced,
      missingNotifications[id] == nil
    else { return }
    missingNotifications[id] = arm(.notification(id), at: now + rules.notificationDelay)
  }
}
