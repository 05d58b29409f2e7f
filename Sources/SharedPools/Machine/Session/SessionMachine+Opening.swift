internal import StageFloor

extension SessionMachine {
  mutating func open(_ settings: SharedPoolSettings?, _ waiter: UInt64) {
    isOpening = true
    send(
      .open(settings: settings, session: rules.session), for: .open, waiter: waiter,
      until: now.addingSaturated(rules.patience))
  }

  /// For a session that the store has forgotten, or whose rules have changed.
  mutating func reopen() {
    guard !isOpening, phase == .open || phase == .closing, !isCloseSent else { return }
    isOpening = true
    counts.reopened += 1
    report(.reopening)
    send(.open(settings: nil, session: rules.session), for: .open)
  }

  mutating func opened(_ settings: SharedPoolSettings, _ waiter: UInt64?) {
    self.settings = settings
    if phase == .opening { phase = .open }
    reply(to: waiter, .answered(.opened(settings)))
    for (number, wait) in waits.sorted(by: { $0.key < $1.key })
    where wait.phase == .asking && wait.send == nil { sendAsk(number) }
    if inLine > 0 || alive > 0 { renew() }
    for number in leases.keys.sorted() { checkLease(number) }
  }

  mutating func call(_ call: LendingCall, _ isRepeatable: Bool, _ waiter: UInt64) {
    guard phase == .open else { return reply(to: waiter, .failed(.closed)) }
    send(
      call, for: .call(isRepeatable: isRepeatable), waiter: waiter,
      until: now.addingSaturated(rules.patience))
  }

  // MARK: Closing

  mutating func close(_ waiter: UInt64?) {
    if phase == .closed { return reply(to: waiter, .closed) }
    if let waiter { closers.append(waiter) }
    if phase == .closing { return }
    phase = .closing
    // The store ends their requests with the session.
    endAllWaits(.failed(.closed), withdraws: false)
  }

  mutating func endIfIdle() {
    guard phase == .closing, alive == 0 else { return }
    // The store may not answer the returns either.
    if !closers.isEmpty, closeTimer == nil {
      closeTimer = arm(.close, at: now.addingSaturated(rules.returnTimeout))
    }
    guard !isCloseSent, returnsUnderWay == 0 else { return }
    isCloseSent = true
    send(
      .close(session: rules.session.id), for: .close,
      until: now.addingSaturated(rules.returnTimeout))
  }

  mutating func closed() {
    phase = .closed
    // The store has ended everything of the session, or will when its leases end.
    for number in sends.keys.sorted() {
      reply(to: sends[number]?.waiter, .failed(.closed))
      remove(number)
    }
    for request in missingNotifications.keys.sorted(by: { $0.low < $1.low }) {
      var timer = missingNotifications.removeValue(forKey: request)
      disarm(&timer)
    }
    dismissClosers()
    actions.append(.stop)
  }

  mutating func dismissClosers() {
    var timer = closeTimer
    closeTimer = nil
    disarm(&timer)
    for closer in closers { reply(to: closer, .closed) }
    closers = []
  }
}
