#if PostgreSQL
internal import StagecraftSharedPools
internal import StoreFloor

extension PostgresWork {
  // MARK: Listening

  func listen(for session: LendingID) {
    if sessions[session] == nil { sessions[session] = false }
    ear.staysOpen = true
    if ear.state == .ready {
      sendListen(session)
      openWhatIsHeard()
    } else {
      ear.advance()
    }
  }

  private func sendListen(_ session: LendingID) {
    guard sessions[session] == false else { return }
    enqueue(PostgresCall(.listen, [session.description]), on: ear) { [unowned self] result in
      switch result {
      case .success:
        guard sessions[session] != nil else { return }
        sessions[session] = true
        openWhatIsHeard()
      case .failure(let error): ear.close(error)
      }
    }
  }

  func earBecameReady() {
    for session in sessions.keys { sessions[session] = false }
    enqueue(PostgresCall(.listen, [id.description]), on: ear) { [unowned self] result in
      switch result {
      case .success: prove()
      case .failure(let error): ear.close(error)
      }
    }
    for session in sessions.keys { sendListen(session) }
  }

  func earClosed(_ error: LeaseStoreError) {
    hearing = .none
    for session in sessions.keys { sessions[session] = false }
    listeners.setDeafness(error.explanation)
    failOpenings(with: error)
  }

  func notified(_ channel: String, _ payload: String) {
    guard channel.hasPrefix("lend_"), let receiver = LendingID(String(channel.dropFirst(5))),
      let number = LendingID(payload)
    else { return }
    if receiver == id { heard(number) } else { listeners.ring(number, of: receiver) }
  }

  /// Answers the openings that wait for the ear, all or those whose time is over.
  func failOpenings(with error: LeaseStoreError, until deadline: Int64 = .max) {
    let failed = openings.filter { $0.deadline <= deadline }
    openings.removeAll { $0.deadline <= deadline }
    for opening in failed {
      if !opened.contains(opening.session) { sessions[opening.session] = nil }
      opening.waiter.resume(returning: .failure(error))
    }
    // Without sessions there is nothing to hear.
    ear.staysOpen = !sessions.isEmpty
  }

  // MARK: Proving

  /// Lets the hand ring the ear.
  func prove() {
    let number = LendingID.random()
    hearing = .proving(number: number, deadline: nil)
    enqueue(PostgresCall(.echo, [id.description, number.description]), on: hand) {
      [unowned self] result in
      guard case .proving(number, _) = hearing else { return }
      switch result {
      case .success:
        hearing = .proving(number: number, deadline: monotonicNanoseconds() + timeout / 2)
      case .failure(let error):
        // What has silenced the hand may have silenced the ear, which would not notice.
        ear.close(error)
      }
    }
  }

  private func heard(_ number: LendingID) {
    guard case .proving(number, _) = hearing else { return }
    hearing = .proved(nextProof: monotonicNanoseconds() + heartbeat)
    openWhatIsHeard()
    if sessions.values.allSatisfy(\.self) { listeners.setDeafness(nil) }
  }

  var hearingDeadline: Int64? {
    switch hearing {
    case .none: nil
    case .proving(_, let deadline): deadline
    case .proved(let nextProof): nextProof
    }
  }

  func proofDeadlinePassed(at now: Int64) {
    guard let deadline = hearingDeadline, deadline <= now else { return }
    if case .proving = hearing { return ear.close(deafness) }
    prove()
  }

  private var deafness: LeaseStoreError {
    LeaseStoreError(
      .unsuitable,
      """
      Notifications of PostgreSQL, \(place), do not arrive. A pooler in between must keep a \
      connection for a whole session, not for a transaction.
      """)
  }

  var reasonForWaiting: LeaseStoreError {
    if case .proving(_, .some) = hearing { return deafness }
    return ear.silence
  }

  /// Sends the openings whose rings are heard.
  func openWhatIsHeard() {
    guard case .proved = hearing else { return }
    if sessions.values.allSatisfy(\.self) { listeners.setDeafness(nil) }
    let heard = openings.filter { sessions[$0.session] == true }
    openings.removeAll { sessions[$0.session] == true }
    for opening in heard {
      opened.insert(opening.session)
      let waiter = opening.waiter
      hand.enqueue(
        PostgresUnit(call: opening.call, deadline: opening.deadline) {
          waiter.resume(returning: $0)
        })
    }
  }
}
#endif
