internal import StageFloor

extension PressureCore {
  var level: PressureLevel { read { $0.machine.level } }

  var sourceStatuses: [PressureSourceStatus] { read { $0.sources.map(\.status) } }

  /// Starts the sources, one after another.
  func begin(_ sources: [any PressureSource]) {
    for source in sources {
      let name = source.name
      let seat = perform { state, _ in takeSeat(name, &state) }
      let reporter = PressureReporter(
        deliver: { [weak self] in self?.heard($0, from: seat) },
        ask: { [weak self] report, asking in
          guard let self else { return asking.resume(returning: nil) }
          heard(report, from: seat, asking)
        })
      do {
        keep(try source.watch(reporter), for: seat)
      } catch {
        setState(.refused("\(error)"), of: seat)
      }
    }
  }

  /// Handles a message from a source.
  func heard(_ news: PressureNews, from source: Int) {
    switch news {
    case .report(let report):
      perform { state, deeds in
        guard isHeard(source, &state) else { return }
        react(
          to: state.machine.heard(report, from: source, at: timekeeper.now), &state, &deeds)
      }
    case .isWatching(let detail):
      setState(.watching(detail), of: source)
    case .isRefused(let reason):
      setState(.refused(reason), of: source)
    case .isLost(let reason):
      perform { state, deeds in
        guard !state.isClosed else { return }
        state.sources[source].status.state = .lost(reason)
        react(to: state.machine.lost(source, at: timekeeper.now), &state, &deeds)
      }
    case .member(let name, let relay):
      perform { state, deeds in
        guard !state.isClosed else { return }
        deeds.connections.append(
          PressureDeeds.Connection(relay: relay, source: takeSeat(name, &state)))
      }
    }
  }

  /// Handles a report whose sender waits for the end of the resulting pass.
  private func heard(
    _ report: PressureReport, from source: Int,
    _ asking: CheckedContinuation<ReliefReport?, Never>
  ) {
    let isAnswered = perform { state, deeds in
      guard isHeard(source, &state) else { return false }
      react(to: state.machine.heard(report, from: source, at: timekeeper.now), &state, &deeds)
      guard report.level > .normal, state.pass != nil else { return false }
      // Under the same lock: once it is released, the pass may already have ended.
      state.pass?.waiting.append(asking)
      return true
    }
    if !isAnswered { asking.resume(returning: nil) }
  }

  /// Returns whether a source's reports count.
  ///
  /// Those of a lost source do not: it could never withdraw them.
  private func isHeard(_ source: Int, _ state: inout State) -> Bool {
    guard !state.isClosed else { return false }
    if case .lost = state.sources[source].status.state { return false }
    return true
  }

  private func takeSeat(_ name: String, _ state: inout State) -> Int {
    state.sources.append(
      SourceSeat(status: PressureSourceStatus(name: name, state: .watching("")), watch: nil))
    return state.sources.count - 1
  }

  private func keep(_ watch: PressureWatch, for seat: Int) {
    perform { state, deeds in
      if state.isClosed {
        deeds.endedWatches.append(watch)
      } else {
        state.sources[seat].watch = watch
      }
    }
  }

  private func setState(_ newState: PressureSourceStatus.State, of seat: Int) {
    perform { state, _ in
      guard !state.isClosed else { return }
      state.sources[seat].status.state = newState
    }
  }

  /// Translates a reaction of the machine into deeds; call it with the lock held.
  func react(
    to reaction: PressureMachine.Reaction, _ state: inout State, _ deeds: inout PressureDeeds
  ) {
    if let news = reaction.announcement {
      if !state.isClosed { standing.set(news.level) }
      state.version += 1
      state.present = PressureEvent(
        level: news.level, cause: news.cause, target: news.target,
        time: .nanoseconds(timekeeper.now - beginning))
      deeds.listeners += state.listeners.settleAll(with: ())
    }
    follow(reaction.pass, &state, &deeds)
  }
}
