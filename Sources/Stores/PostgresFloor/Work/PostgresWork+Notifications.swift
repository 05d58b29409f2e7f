#if PostgreSQL || PostgresNIO
internal import StagecraftSharedPools
internal import StoreFloor

extension PostgresWork {
  // MARK: Listening

  func listen(for session: LendingID) {
    if sessions[session] == nil { sessions[session] = false }
    notificationLink.staysOpen = true
    if notificationLink.state == .ready {
      sendListen(session)
      sendReadyOpenings()
    } else if commandLink.isIdle, notificationLink.state == .closed {
      notificationLink.adopt(commandLink)
    } else {
      notificationLink.advance()
    }
  }

  private func sendListen(_ session: LendingID) {
    guard sessions[session] == false else { return }
    enqueue(PostgresCall(.listen, [session.description]), on: notificationLink) {
      [unowned self] result in
      switch result {
      case .success:
        guard sessions[session] != nil else { return }
        sessions[session] = true
        sendReadyOpenings()
      case .failure(let error): notificationLink.close(error)
      }
    }
  }

  func notificationLinkBecameReady() {
    for session in sessions.keys { sessions[session] = false }
    enqueue(PostgresCall(.listen, [id.description]), on: notificationLink) {
      [unowned self] result in
      switch result {
      case .success: prove()
      case .failure(let error): notificationLink.close(error)
      }
    }
    for session in sessions.keys { sendListen(session) }
  }

  func notificationLinkClosed(_ error: LeaseStoreError) {
    proof = .none
    for session in sessions.keys { sessions[session] = false }
    listeners.setNotificationFailure(error.explanation)
    failOpenings(with: error)
    // The server has no connection left, and this store has one that nothing uses.
    if notificationLink.isServerFull, notificationLink.staysOpen, commandLink.isIdle {
      notificationLink.adopt(commandLink)
    }
  }

  func notified(_ channel: String, _ payload: String) {
    guard channel.hasPrefix("lend_"), let receiver = LendingID(String(channel.dropFirst(5))),
      let number = LendingID(payload)
    else { return }
    if receiver == id { proofArrived(number) } else { listeners.notify(number, of: receiver) }
  }

  /// Answers the openings that wait for the notification connection, all or those whose time is
  /// over.
  func failOpenings(with error: LeaseStoreError, until deadline: Int64 = .max) {
    let failed = openings.filter { $0.deadline <= deadline }
    openings.removeAll { $0.deadline <= deadline }
    for opening in failed { opening.waiter.resume(returning: .failure(error)) }
  }

  /// A caller has the answer to its opening, or has been cancelled.
  ///
  /// Returns whether it was the last one, and the session was closed meanwhile.
  func openingEnded(of session: LendingID) -> Bool {
    guard let pending = pendingOpenings[session] else { return false }
    pendingOpenings[session] = pending > 1 ? pending - 1 : nil
    return pending == 1 && closing.remove(session) != nil
  }

  /// Listens no longer for a session, unless a caller still waits for an opening of it.
  func forget(_ session: LendingID) {
    opened.remove(session)
    guard pendingOpenings[session] == nil, sessions.removeValue(forKey: session) != nil else {
      return
    }
    // What is left was cancelled before it was sent.
    openings.removeAll { $0.session == session }
    notificationLink.staysOpen = !sessions.isEmpty
    if sessions.isEmpty { lastDecision = monotonicNanoseconds() }
    guard notificationLink.state == .ready else { return }
    enqueue(PostgresCall(.unlisten, [session.description]), on: notificationLink)
  }

  // MARK: Proving

  /// Sends a notification from one connection to the other; again from the one that it has reached
  /// before, if the other is closed.
  func prove() {
    let number = LendingID.random()
    let isRepeated = if case .proved = proof { commandLink.state == .closed } else { false }
    proof = .proving(number: number, deadline: nil)
    let link = isRepeated ? notificationLink : decisionLink
    enqueue(PostgresCall(.echo, [id.description, number.description]), on: link) {
      [unowned self] result in
      guard case .proving(number, _) = proof else { return }
      switch result {
      case .success:
        proof = .proving(number: number, deadline: monotonicNanoseconds() + timeout / 2)
      case .failure(let error):
        // What has cut one connection may have cut the other, which would not notice.
        notificationLink.close(error)
      }
    }
  }

  private func proofArrived(_ number: LendingID) {
    guard case .proving(number, _) = proof else { return }
    proof = .proved(nextProof: monotonicNanoseconds() + heartbeat)
    sendReadyOpenings()
    if sessions.values.allSatisfy(\.self) { listeners.setNotificationFailure(nil) }
  }

  var proofDeadline: Int64? {
    switch proof {
    case .none: nil
    case .proving(_, let deadline): deadline
    case .proved(let nextProof): nextProof
    }
  }

  func proofDeadlinePassed(at now: Int64) {
    guard let deadline = proofDeadline, deadline <= now else { return }
    if case .proving = proof { return notificationLink.close(notificationFailure) }
    prove()
  }

  private var notificationFailure: LeaseStoreError {
    LeaseStoreError(
      .unsuitable,
      """
      Notifications of PostgreSQL, \(place), do not arrive. A pooler in between must keep a \
      connection for a whole session, not for a transaction.
      """)
  }

  var reasonForWaiting: LeaseStoreError {
    if case .proving(_, .some) = proof { return notificationFailure }
    return notificationLink.noAnswer
  }

  /// Sends the openings whose notifications arrive.
  func sendReadyOpenings() {
    guard case .proved = proof else { return }
    if sessions.values.allSatisfy(\.self) { listeners.setNotificationFailure(nil) }
    let ready = openings.filter { sessions[$0.session] == true }
    if !ready.isEmpty { lastDecision = monotonicNanoseconds() }
    openings.removeAll { sessions[$0.session] == true }
    for opening in ready {
      let waiter = opening.waiter
      decisionLink.enqueue(
        PostgresUnit(call: opening.call, deadline: opening.deadline) {
          waiter.resume(returning: $0)
        })
    }
  }
}
#endif
