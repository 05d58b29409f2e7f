internal import StageFloor

extension PressureCore {
  /// Trims the heap, measures the memory, and delivers the report.
  ///
  /// If pressure gets worse meanwhile, the pass continues.
  func finish(_ number: UInt64, _ runner: Int) -> RunnerStep {
    trimHeap(for: number)
    removeDeallocatedOwners()
    let resident = ResidentMemory.now
    var isFirstToDeliver = false
    let step = withState { state, effects in
      // Under the same lock as the end of the pass: worse pressure either extends this pass or
      // begins another.
      let step = planStep(number, runner, &state, &effects)
      guard case .finish = step, let pass = state.pass.take() else { return step }
      let now = timekeeper.now
      state.machine.passEnded(at: now)
      var others = 0
      if let ticket = pass.ticket {
        others = ledger.releasedByOthers(than: ticket)
        effects.resume(ledger.close(ticket))
      }
      state.ended.append(
        EndedPass(
          pass: pass, end: now, resident: resident, releasedByOthers: others,
          readers: Array(state.reportStreams.values)))
      isFirstToDeliver = !state.isDelivering
      state.isDelivering = true
      return .leave
    }
    if isFirstToDeliver { deliverReports() }
    return step
  }

  /// Reports the ended passes, in order, and the next pass too if it ends meanwhile.
  private func deliverReports() {
    while let ended = nextEnded() {
      // The pass is destroyed here, outside the lock, with the errors that responders threw.
      let report = makeReport(of: ended)
      for reader in ended.readers { reader.yield(report) }
      for waiting in ended.pass.waiting { waiting.resume(returning: report) }
    }
  }

  private func nextEnded() -> EndedPass? {
    withState { state, _ in
      if state.ended.isEmpty {
        state.isDelivering = false
        return nil
      }
      return state.ended.removeFirst()
    }
  }

  private func trimHeap(for number: UInt64) {
    guard let interval = policy.heapTrimInterval?.wholeNanoseconds else { return }
    let isDue = withState { state, _ in isTrimDue(for: number, interval, &state) }
    guard isDue else { return }
    let began = timekeeper.now
    guard HeapTrim.run() else { return }
    withState { state, _ in
      guard state.pass?.number == number else { return }
      let duration = timekeeper.now - began
      state.lastTrim?.duration = duration
      let before = state.pass?.heapTrim ?? .zero
      state.pass?.heapTrim = before + .nanoseconds(duration)
    }
  }

  private func isTrimDue(for number: UInt64, _ interval: Int64, _ state: inout State) -> Bool {
    guard let plan = state.pass?.plan, state.pass?.number == number,
      plan.released > 0 || state.isTrimOwed
    else { return false }
    let now = timekeeper.now
    let rest = Self.trimRest(after: state.lastTrim?.duration ?? 0, longest: interval)
    // Near a hard limit, memory kept by the heap may be missing a moment later.
    if plan.level < .critical, let last = state.lastTrim, plan.level <= last.level,
      now - last.moment < rest
    {
      // Too early. But released memory must not stay in the heap if the next pass releases nothing.
      state.isTrimOwed = true
      return false
    }
    state.lastTrim = (now, plan.level, 0)
    state.isTrimOwed = false
    return true
  }

  /// Returns the pause after a heap trim: a hundred times its duration, within bounds.
  static func trimRest(after duration: Int64, longest interval: Int64) -> Int64 {
    let (hundredfold, isTooLong) = duration.multipliedReportingOverflow(by: 100)
    return min(max(isTooLong ? .max : hundredfold, interval / 10), interval)
  }

  private func makeReport(of ended: EndedPass) -> ReliefReport {
    let pass = ended.pass
    let entries = pass.plan.results.map { result in
      ReliefReport.Entry(
        name: result.name, cost: result.cost, estimated: result.estimate,
        outcome: outcome(result.outcome, pass.errors[result.id]),
        duration: .nanoseconds(result.duration))
    }
    return ReliefReport(
      level: pass.plan.level, cause: pass.cause, target: pass.plan.target, entries: entries,
      releasedByOthers: ended.releasedByOthers, residentBefore: pass.residentBefore,
      residentAfter: ended.resident, heapTrim: pass.heapTrim,
      heapKeepsMemory: HeapThresholds.keepMemory,
      duration: .nanoseconds(ended.end - pass.beganAt),
      time: .nanoseconds(pass.beganAt - startTime))
  }

  private func outcome(
    _ outcome: ReliefPlan.Outcome, _ error: (any Error)?
  ) -> ReliefReport.Outcome {
    switch outcome {
    case .released(let bytes): .released(bytes)
    case .failed: .failed(error ?? CancellationError())
    case .overdue: .overdue
    case .stillOverdue: .stillOverdue
    case .kept: .kept
    case .ended: .ended
    }
  }

  // MARK: Report streams

  func makeReports() -> AsyncStream<ReliefReport> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ReliefReport.self, bufferingPolicy: .bufferingNewest(32))
    let number = withState { state, effects -> Int in
      if state.isClosed {
        effects.appendLast(.finish(continuation))
        return 0
      }
      state.lastReportStream += 1
      state.reportStreams[state.lastReportStream] = continuation
      return state.lastReportStream
    }
    continuation.onTermination = { [weak self] _ in self?.removeReportStream(number) }
    return stream
  }

  private func removeReportStream(_ number: Int) {
    // The continuation is destroyed here, outside the lock, with any unread reports.
    _ = withState { state, _ in state.reportStreams.removeValue(forKey: number) }
  }
}
