internal import StageFloor

extension PressureCore {
  var level: PressureLevel { read { $0.machine.level } }

  var sourceStatuses: [PressureSourceStatus] { read { $0.sources.map(\.status) } }

  func begin(_ sources: [any PressureSource]) {
    for source in sources {
      let name = source.name
      let index = withState { state, _ in addSource(name, &state) }
      let reporter = PressureReporter(
        deliver: { [weak self] in self?.receive($0, from: index) },
        ask: { [weak self] report in await self?.receiveAwaitingRelief(report, from: index) })
      do {
        keep(try source.watch(reporter), for: index)
      } catch {
        setState(.unavailable("\(error)"), of: index)
      }
    }
  }

  func receive(_ message: SourceMessage, from source: Int) {
    switch message {
    case .report(let report):
      withState { state, effects in
        guard acceptsReports(from: source, &state) else { return }
        react(
          to: state.machine.receive(report, from: source, at: timekeeper.now), &state, &effects)
      }
    case .watching(let detail):
      setState(.watching(detail), of: source)
    case .unavailable(let reason):
      setState(.unavailable(reason), of: source)
    case .lost(let reason):
      withState { state, effects in
        guard !state.isClosed else { return }
        state.sources[source].status.state = .lost(reason)
        react(to: state.machine.lost(source, at: timekeeper.now), &state, &effects)
      }
    case .member(let name, let relay):
      withState { state, effects in
        guard !state.isClosed else { return }
        effects.append(.connect(relay, source: addSource(name, &state)))
      }
    }
  }

  /// Waits for the end of the resulting pass, and returns its report; nil if there is none.
  private func receiveAwaitingRelief(
    _ report: PressureReport, from source: Int
  ) async -> ReliefReport? {
    await parked { (waiting: UnsafeContinuation<ReliefReport?, Never>) in
      withState { state, effects -> ReliefReport?? in
        guard acceptsReports(from: source, &state) else { return .some(nil) }
        react(
          to: state.machine.receive(report, from: source, at: timekeeper.now), &state, &effects)
        guard report.level > .normal, state.pass != nil else { return .some(nil) }
        // Under the same lock: once it is released, the pass may already have ended.
        state.pass?.waiting.append(waiting)
        return .none
      }
    }
  }

  /// Those of a lost source do not: it could never withdraw them.
  private func acceptsReports(from source: Int, _ state: inout State) -> Bool {
    guard !state.isClosed else { return false }
    if case .lost = state.sources[source].status.state { return false }
    return true
  }

  private func addSource(_ name: String, _ state: inout State) -> Int {
    state.sources.append(
      SourceRecord(status: PressureSourceStatus(name: name, state: .watching("")), watch: nil))
    return state.sources.count - 1
  }

  private func keep(_ watch: ObservationToken, for index: Int) {
    withState { state, effects in
      if state.isClosed {
        effects.appendLast(.end(watch))
      } else {
        state.sources[index].watch = watch
      }
    }
  }

  private func setState(_ newState: PressureSourceStatus.State, of index: Int) {
    withState { state, _ in
      guard !state.isClosed else { return }
      state.sources[index].status.state = newState
    }
  }

  func react(
    to reaction: PressureMachine.Reaction, _ state: inout State, _ effects: inout Effects
  ) {
    if let change = reaction.announcement {
      if !state.isClosed { sharedLevel.set(change.level) }
      state.version += 1
      state.currentEvent = PressureEvent(
        level: change.level, cause: change.cause, target: change.target,
        time: .nanoseconds(timekeeper.now - startTime))
      effects.resume(state.listeners.settleAll(with: ()))
    }
    apply(reaction.pass, &state, &effects)
  }
}

struct SourceRecord {
  var status: PressureSourceStatus
  var watch: ObservationToken?
}
