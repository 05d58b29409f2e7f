internal import StageFloor

/// Watches what the surroundings offer, and something else when that is lost.
struct AutomaticPressure: PressureSource {
  private let surroundings: PressureSurroundings

  init(surroundings: PressureSurroundings) { self.surroundings = surroundings }

  var name: String { "automatic" }

  func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    #if canImport(Darwin)
    let choice = AutomaticChoice(surroundings.environment, on: .apple)
    #else
    let choice = AutomaticChoice(surroundings.environment, on: .linux)
    #endif
    if choice.isOff {
      throw PressureSourceError(
        "\(ServiceManagerOrder.watchVariable) says that nobody is to watch")
    }
    let chooser = AutomaticChooser(choice, reporter) { [surroundings] candidate in
      Offer(candidate, in: surroundings)
    }
    guard chooser.begin() else {
      throw PressureSourceError("nothing here tells whether memory is short")
    }
    return PressureWatch { chooser.end() }
  }
}

/// A source that stands for a candidate, and what is to be known of it.
struct Offer {
  var source: any PressureSource
  /// For a group: whether it has a limit.
  var isLimited: @Sendable () -> Bool = { false }
}

extension Offer {
  /// What these surroundings have for a candidate.
  init(_ candidate: AutomaticChoice.Candidate, in surroundings: PressureSurroundings) {
    let isLimited: @Sendable () -> Bool = {
      (try? MemoryGroup.own(in: surroundings))?.effectiveLimit() != nil
    }
    switch candidate {
    case .serviceManager:
      self.init(source: ServiceManagerPressure(surroundings: surroundings))
    case .unifiedGroup:
      self.init(
        source: UnifiedGroupPressure(surroundings: surroundings), isLimited: isLimited)
    case .legacyGroup:
      self.init(source: LegacyGroupPressure(surroundings: surroundings), isLimited: isLimited)
    case .machineStalls:
      self.init(source: StallPressure.machineWide(surroundings: surroundings))
    case .availableMemory:
      self.init(source: AvailableMemoryPressure(surroundings: surroundings))
    case .platform:
      #if canImport(Darwin)
      self.init(source: PlatformPressure())
      #else
      preconditionFailure("There is no such platform here.")
      #endif
    }
  }
}

/// Carries out what an ``AutomaticChoice`` decides.
///
/// Sources begin and end outside the lock; a source may be lost on any thread, while it begins too.
final class AutomaticChooser: Sendable {
  private struct State {
    var choice: AutomaticChoice
    var watches: [AutomaticChoice.Candidate: PressureWatch] = [:]
    var hasEnded = false
  }

  private let reporter: PressureReporter
  private let offer: @Sendable (AutomaticChoice.Candidate) -> Offer
  private let lock = LockWord()
  nonisolated(unsafe) private var state: State  // guard: `lock`

  init(
    _ choice: AutomaticChoice, _ reporter: PressureReporter,
    offer: @escaping @Sendable (AutomaticChoice.Candidate) -> Offer
  ) {
    state = State(choice: choice)
    self.reporter = reporter
    self.offer = offer
  }

  deinit { lock.deallocate() }

  /// Begins with what there is.
  ///
  /// - Returns: whether anything is watched.
  func begin() -> Bool {
    tryAll(from: decide { $0.begin() })
    lock.lock()
    defer { lock.unlock() }
    return state.choice.isWatching
  }

  /// Ends what is watched, and begins with nothing any more.
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

  /// Begins with a candidate.
  ///
  /// - Returns: the one to try next.
  private func tryOne(_ candidate: AutomaticChoice.Candidate) -> AutomaticChoice.Candidate? {
    let offer = offer(candidate)
    // The reporter outlives the watch in its source: it must not keep that, and us, alive.
    let member = reporter.member(offer.source.name) { [weak self] _ in self?.isLost(candidate) }
    do {
      let watch = try offer.source.watch(member)
      let isLimited = offer.isLimited()
      let next = decide { $0.began(candidate, isLimited: isLimited) }
      keep(watch, of: candidate)
      return next
    } catch {
      let next = decide { $0.refused(candidate) }
      member.isRefused("\(error)")
      return next
    }
  }

  private func isLost(_ candidate: AutomaticChoice.Candidate) {
    lock.lock()
    let watch = state.watches.removeValue(forKey: candidate)
    lock.unlock()
    watch?.end()
    tryAll(from: decide { $0.lost(candidate) })
    lock.lock()
    let isAlone = !state.hasEnded && !state.choice.isWatching
    lock.unlock()
    if isAlone { reporter.isLost("nothing is left that tells whether memory is short") }
  }

  /// Keeps a watch until the end, unless that has come.
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
