internal import StageFloor

extension PressureCore {
  // MARK: Responders

  func register(_ responder: Responder) -> ResponderID {
    let record = ResponderRecord(box: ResponderRecord.Box(responder))
    return withState { state, effects in
      if state.isClosed {
        effects.appendLast(.release(record))
        return ResponderID(number: 0)
      }
      let id = state.responders.append(record)
      state.pass?.plan.registered(record.candidate(id))
      return id
    }
  }

  func unregister(_ id: ResponderID) {
    withState { state, effects in
      guard let record = state.responders.remove(id) else { return }
      effects.appendLast(.release(record))
      state.pass?.plan.ended(id)
    }
  }

  func registerForOwner(_ responder: Responder) {
    _ = register(responder)
    let isCrowded = withState { state, _ in
      guard state.responders.count >= state.sweepAt else { return false }
      state.sweepAt = .max
      return true
    }
    if isCrowded { removeDeallocatedOwners() }
  }

  func removeDeallocatedOwners() {
    let owned = read { $0.responders.owned }
    for (id, record) in owned where record.box.responder.isAlive?() == false { unregister(id) }
    // The next sweep comes when the number has doubled: each responder is checked twice on average.
    withState { state, _ in state.sweepAt = max(64, state.responders.count * 2) }
  }

  // MARK: Passes

  func apply(
    _ action: PressureMachine.PassAction, _ state: inout State, _ effects: inout Effects
  ) {
    switch action {
    case .none:
      break
    case .begin(let call):
      state.lastPass += 1
      state.pass = ReliefPass(
        number: state.lastPass,
        plan: ReliefPlan(
          level: call.level, target: call.target, isLossy: call.isLossy,
          candidates: state.responders.candidates),
        cause: call.cause, ticket: call.cause.isShared ? ledger.open() : nil,
        beganAt: timekeeper.now)
      effects.append(.startRunner(1, pass: state.lastPass))
    case .upgrade(let call):
      if call.level > state.pass?.plan.level ?? .normal { state.pass?.cause = call.cause }
      let target = call.target ?? defaultTarget(at: call.level, state.pass?.residentBefore)
      state.pass?.plan.upgrade(to: call.level, target: target, isLossy: call.isLossy)
      if let ticket = state.pass?.ticket {
        if call.cause.isShared {
          effects.resume(ledger.wake())
        } else {
          // Requested by hand: concerns this monitor only.
          effects.resume(ledger.close(ticket))
          state.pass?.ticket = nil
        }
      }
    }
  }

  func relieve(
    _ level: PressureLevel, target: Int?, includingLossy: Bool
  ) async -> ReliefReport {
    let report = await parked { (waiting: UnsafeContinuation<ReliefReport?, Never>) in
      withState { state, effects -> ReliefReport?? in
        guard !state.isClosed else { return .some(nil) }
        apply(
          state.machine.requestPass(
            PressureMachine.PassRequest(
              level: level, cause: .simulated, target: target, isLossy: includingLossy)),
          &state, &effects)
        state.pass?.waiting.append(waiting)
        return .none
      }
    }
    return report
      ?? ReliefReport(
        level: level, cause: .simulated, target: target, entries: [], duration: .zero,
        time: .nanoseconds(timekeeper.now - startTime))
  }

  func defaultTarget(at level: PressureLevel, _ resident: Int?) -> Int? {
    guard let resident else { return nil }
    switch level {
    case .normal: return 0
    case .elevated: return .share(policy.elevatedShare, of: resident)
    case .high: return .share(policy.highShare, of: resident)
    case .critical: return nil
    }
  }
}

extension Int {
  /// This share of a number of bytes; a share that is not a number counts as none.
  static func share(_ share: Double, of bytes: Int) -> Int {
    guard share > 0 else { return 0 }
    return Int(exactly: (Double(bytes) * share).rounded(.down)) ?? .max
  }
}
