internal import StageFloor

/// Performs what an ``AutomaticChoice`` decides.
///
/// Sources begin and end outside the lock. A source may be lost on any thread, even while it
/// begins.
final class AutomaticChooser: Sendable {
  private struct State {
    var choice: AutomaticChoice
    var watches: [AutomaticChoice.Candidate: ObservationToken] = [:]
    var hasEnded = false
  }

  private let reporter: PressureReporter
  private let makeSource: @Sendable (AutomaticChoice.Candidate) -> CandidateSource
  private let state: Guarded<State>

  init(
    _ choice: AutomaticChoice, _ reporter: PressureReporter,
    makeSource: @escaping @Sendable (AutomaticChoice.Candidate) -> CandidateSource
  ) {
    state = Guarded(State(choice: choice))
    self.reporter = reporter
    self.makeSource = makeSource
  }

  /// Begins with the first available source, and returns whether anything is watched.
  func begin() -> Bool {
    tryAll(from: decide { $0.begin() })
    return state.withLock { $0.choice.isWatching }
  }

  func end() {
    let watches = state.withLock { state in
      defer { state.watches = [:] }
      state.hasEnded = true
      return state.watches
    }
    for watch in watches.values { watch.cancel() }
  }

  private func tryAll(from first: AutomaticChoice.Candidate?) {
    var candidate = first
    while let one = candidate { candidate = tryOne(one) }
  }

  private func tryOne(_ candidate: AutomaticChoice.Candidate) -> AutomaticChoice.Candidate? {
    let candidateSource = makeSource(candidate)
    // The source keeps the reporter longer than the watch: the reporter must not keep the watch and
    // this object alive.
    let member = reporter.member(candidateSource.source.name) { [weak self] _ in
      self?.replace(candidate)
    }
    do {
      let watch = try candidateSource.source.watch(member)
      let isLimited = candidateSource.isLimited()
      let next = decide { $0.began(candidate, isLimited: isLimited) }
      keep(watch, of: candidate)
      return next
    } catch {
      let next = decide { $0.unavailable(candidate) }
      member.reportUnavailable("\(error)")
      return next
    }
  }

  private func replace(_ candidate: AutomaticChoice.Candidate) {
    let watch = state.withLock { $0.watches.removeValue(forKey: candidate) }
    watch?.cancel()
    tryAll(from: decide { $0.lost(candidate) })
    let isAlone = state.withLock { !$0.hasEnded && !$0.choice.isWatching }
    if isAlone { reporter.reportLoss("no source of memory pressure is left") }
  }

  /// Stores a watch until the end, or ends it at once if it is too late.
  private func keep(_ watch: ObservationToken, of candidate: AutomaticChoice.Candidate) {
    let isLate = state.withLock { state in
      if state.hasEnded || !state.choice.isWatched(candidate) { return true }
      state.watches[candidate] = watch
      return false
    }
    if isLate { watch.cancel() }
  }

  private func decide(
    _ body: (inout AutomaticChoice) -> AutomaticChoice.Candidate?
  ) -> AutomaticChoice.Candidate? {
    state.withLock { $0.hasEnded ? nil : body(&$0.choice) }
  }
}
