internal import StageFloor

/// The runners: tasks that ask one responder after another.
///
/// When a responder exceeds its budget, the runner waiting for it is abandoned: its task is
/// cancelled, and another runner continues the pass. An abandoned runner still records the late
/// answer of its responder, and then ends.
extension PressureCore {
  enum RunnerStep: Sendable {
    case ask(ResponderID, ResponderRecord.Box, ReleaseRequest?)
    /// Another monitor's pass has requested the missing bytes: wait for the answer.
    case wait(version: UInt64)
    case finish
    /// Another runner has taken over.
    case leave

    var place: ReleasePlace? {
      if case .ask(_, let box, _) = self { box.responder.place } else { nil }
    }
  }

  enum Answer: Sendable {
    case estimate(Int)
    case release(Result<Int, any Error>)
    /// It was not called: when its turn came, the request had become obsolete.
    case notAsked
    case ownerDeallocated
  }

  func startRunner(_ runner: Int, of pass: UInt64) {
    let task = Task.detached(priority: .high) { [self] in
      await run(pass, runner)
    }
    let isStale = withState { state, _ in
      guard state.pass?.number == pass, state.pass?.runner == runner else { return true }
      state.pass?.task = task
      return false
    }
    // The runner was abandoned before its task was stored, so it could not be cancelled.
    if isStale { task.cancel() }
  }

  @concurrent
  private func run(_ pass: UInt64, _ runner: Int) async {
    if runner == 1 { measure(pass) }
    var step = nextStep(pass, runner)
    while true {
      switch step {
      case .leave:
        return
      case .wait(let version):
        await ledger.wait(after: version)
        step = nextStep(pass, runner)
      case .finish:
        step = finish(pass, runner)
      case .ask(let id, let box, let request):
        if box.responder.place == .mainActor {
          step = await runOnMain(pass, runner, step)
        } else {
          let answer = await ask(box, request)
          step = nextStep(pass, runner, after: (id, answer))
        }
      }
    }
  }

  /// Runs main actor responders until the next one runs elsewhere, and yields after each slice.
  @MainActor
  private func runOnMain(_ pass: UInt64, _ runner: Int, _ first: RunnerStep) async -> RunnerStep {
    let slice = policy.mainSlice.wholeNanoseconds
    var step = first
    var end = timekeeper.now + slice
    while case .ask(let id, let box, let request) = step, step.place == .mainActor {
      // The main actor may have been busy for a long time.
      let answer = isWanted(id, pass, request) ? await ask(box, request) : .notAsked
      step = nextStep(pass, runner, after: (id, answer))
      if timekeeper.now >= end {
        await Task.yield()
        end = timekeeper.now + slice
      }
    }
    return step
  }

  private func ask(_ box: ResponderRecord.Box, _ request: ReleaseRequest?) async -> Answer {
    if let isAlive = box.responder.isAlive, !isAlive() { return .ownerDeallocated }
    guard let request else { return .estimate(await box.responder.estimate?() ?? 0) }
    do {
      return .release(.success(try await box.responder.release(request)))
    } catch {
      return .release(.failure(error))
    }
  }

  private func measure(_ pass: UInt64) {
    let resident = ResidentMemory.now
    withState { state, _ in
      guard let level = state.pass?.plan.level, state.pass?.number == pass else { return }
      state.pass?.residentBefore = resident
      state.pass?.plan.supply(target: defaultTarget(at: level, resident))
    }
  }

  // MARK: Steps

  private func nextStep(
    _ pass: UInt64, _ runner: Int, after answered: (ResponderID, Answer)? = nil
  ) -> RunnerStep {
    withState { state, effects in
      let now = timekeeper.now
      if let (id, answer) = answered { record(answer, of: id, pass, &state, &effects, now) }
      return planStep(pass, runner, &state, &effects)
    }
  }

  func planStep(
    _ pass: UInt64, _ runner: Int, _ state: inout State, _ effects: inout Effects
  ) -> RunnerStep {
    guard state.pass?.number == pass, state.pass?.runner == runner else { return .leave }
    state.pass?.question = nil
    while true {
      var share: Int?
      if let ticket = state.pass?.ticket, let missing = state.pass?.plan.missing, missing > 0 {
        switch ledger.reserve(missing, for: ticket) {
        case .enough: return .finish
        case .wait(let version):
          if state.pass?.waitsSince == nil { state.pass?.waitsSince = timekeeper.now }
          return .wait(version: version)
        case .ask(let bytes): share = bytes
        }
      }
      state.pass?.waitsSince = nil
      let question: (id: ResponderID, missing: Int?, isEstimate: Bool)
      switch state.pass?.plan.next() {
      case .finish, nil:
        expectNothing(&state, &effects)
        return .finish
      case .estimate(let id):
        expectNothing(&state, &effects)
        question = (id, nil, true)
      case .release(let id, let missing):
        question = (id, share ?? missing, false)
      }
      guard let record = state.responders[question.id], let level = state.pass?.plan.level else {
        // Its registration ended while it was computing its estimate.
        expectNothing(&state, &effects)
        state.pass?.plan.couldNotBeAsked(question.id)
        continue
      }
      state.pass?.question = ReliefPass.Question(
        responder: question.id, askedAt: timekeeper.now)
      let request =
        question.isEstimate
        ? nil
        : ReleaseRequest(
          level: level, target: question.missing, budget: policy.responderBudget)
      return .ask(question.id, record.box, request)
    }
  }

  /// Records that the pass no longer expects what it has requested.
  private func expectNothing(_ state: inout State, _ effects: inout Effects) {
    guard let ticket = state.pass?.ticket else { return }
    effects.resume(ledger.answered(0, by: ticket))
  }

  /// Not if the registration has ended, or if the pass is over and the pressure has fallen.
  private func isWanted(_ id: ResponderID, _ pass: UInt64, _ request: ReleaseRequest?) -> Bool {
    read { state in
      guard state.responders[id] != nil else { return false }
      if state.pass?.number == pass { return true }
      return request.map { $0.level <= state.machine.level } ?? false
    }
  }

  private func record(
    _ answer: Answer, of id: ResponderID, _ pass: UInt64, _ state: inout State,
    _ effects: inout Effects, _ now: Int64
  ) {
    if case .ownerDeallocated = answer, let record = state.responders.remove(id) {
      effects.appendLast(.release(record))
    }
    let isPresent = state.pass?.number == pass
    let isInTime = isPresent && state.pass?.question?.responder == id
    if isInTime, let question = state.pass?.question {
      state.pass?.plan.addDuration(id, now - question.askedAt)
    } else {
      // The responder was given up.
      state.responders.setOverdue(false, id)
    }
    guard isPresent else { return }
    if let ticket = state.pass?.ticket {
      let bytes = if case .release(.success(let bytes)) = answer { bytes } else { 0 }
      effects.resume(ledger.answered(bytes, by: ticket, isPending: !isInTime))
    }
    switch answer {
    case .estimate(let bytes):
      state.pass?.plan.estimated(id, bytes)
    case .release(.success(let bytes)):
      state.pass?.plan.returned(id, bytes)
    case .release(.failure(let error)):
      state.pass?.plan.failed(id)
      state.pass?.errors[id] = error
    case .notAsked:
      if isInTime { state.pass?.plan.couldNotBeAsked(id) }
    case .ownerDeallocated:
      state.pass?.plan.couldNotBeAsked(id)
    }
  }

  func abandonOverdueResponder(
    _ state: inout State, _ effects: inout Effects, _ now: Int64
  ) {
    guard let question = state.pass?.question,
      now - question.askedAt >= policy.responderBudget.wholeNanoseconds
    else { return }
    abandon(question, &state, &effects, now)
  }

  /// Stops waiting for another pass that takes longer than a responder's budget.
  func stopWaitingForOthers(_ state: inout State, _ effects: inout Effects, _ now: Int64) {
    guard let since = state.pass?.waitsSince, let ticket = state.pass?.ticket,
      now - since >= policy.responderBudget.wholeNanoseconds
    else { return }
    effects.resume(ledger.close(ticket))
    state.pass?.ticket = nil
    state.pass?.waitsSince = nil
  }

  /// Replaces the runner that waits for an answer by another one.
  func abandon(
    _ question: ReliefPass.Question, _ state: inout State, _ effects: inout Effects,
    _ now: Int64
  ) {
    guard let number = state.pass?.number else { return }
    state.responders.setOverdue(true, question.responder)
    state.pass?.plan.exceededBudget(question.responder)
    state.pass?.plan.addDuration(question.responder, now - question.askedAt)
    state.pass?.question = nil
    expectNothing(&state, &effects)
    if let task = state.pass?.task.take() { effects.appendLast(.cancel(task)) }
    state.pass?.runner += 1
    effects.append(.startRunner(state.pass?.runner ?? 1, pass: number))
  }
}
