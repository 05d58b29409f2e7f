internal import StageFloor

/// Performs what an ``AutomaticChoice`` decides.
///
/// Sources begin and end outside the lock. A source may be lost on any thread, even while it
/// begins.
final class AutomaticChooser: Sendable {
  private struct State {
    var choice: AutomaticChoice
    var watches: [AutomaticChoice.Candidate: PressureWatch] = [:]
    var hasEnded = false
  }

  private let reporter: PressureReporter
  private let makeSource: @Sendable (AutomaticChoice.Candidate) -> CandidateSource
  private let lock = LockWord()
  nonisolated(unsafe) private var state: State  // guard: `lock`

  init(
    _ choice: AutomaticChoice, _ reporter: PressureReporter,
    makeSource: @escaping @Sendable (AutomaticChoice.Candidate) -> CandidateSource
  ) {
    state = State(choice: choice)
    self.reporter = reporter
    self.makeSource = makeSource
  }

  deinit { lock.deallocate() }

  /// Begins with the first available source, and returns whether anything is watched.
  func begin() -> Bool {
    tryAll(from: decide { $0.begin() })
    lock.lock()
    defer { lock.unlock() }
    return state.choice.isWatching
  }

  func end() {
    lock.lock()
    let watches = state.watches
    state.watches = [:]
    state.hasEnded = true
    lock.unlock()
    for watch in watches.values { watch.end() }
  }

  private func tryAll(from first: AutomaticChoice.Candidate?) {
    var candidate = first
    while let one = candidate { candidate = tryOne(one) }
  }

  /// Tries to begin with a candidate, and returns the one to try next.
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

  /// Begins with the next candidate after one was lost.
  private func replace(_ candidate: AutomaticChoice.Candidate) {
    lock.lock()
    let watch = state.watches.removeValue(forKey: candidate)
    lock.unlock()
    watch?.end()
    tryAll(from: decide { $0.lost(candidate) })
    lock.lock()
    let isAlone = !state.hasEnded && !state.choice.isWatching
    lock.unlock()
    if isAlone { reporter.reportLoss("no source of memory pressure is left") }
  }

  /// Stores a watch until the end, or ends it at once if it is too late.
  private func keep(_ watch: PressureWatch, of candidate: AutomaticChoice.Candidate) {
    lock.lock()
    let isLate = state.hasEnded || !state.choice.isWatched(candidate)
    if !isLate { state.watches[candidate] = watch }
    lock.unlock()
    if isLate { watch.end() }
  }

  private func decide(
    _ body: (inout AutomaticChoice) -> AutomaticChoice.Candidate?
  ) -> AutomaticChoice.Candidate? {
    lock.lock()
    defer { lock.unlock() }
    return state.hasEnded ? nil : body(&state.choice)
  }
}
