/// Decides which of the possible sources are watched.
///
/// It contains no sources: its inputs are that a candidate began, was unavailable or was lost, and
/// its answer is the candidate to try next.
struct AutomaticChoice: Equatable {
  /// A possible source, in order of preference.
  enum Candidate: Int, CaseIterable {
    case serviceManager, group, machineStalls, availableMemory, platform
  }

  enum Platform: Equatable {
    case linux, apple
  }

  private enum State: Equatable {
    case untried, beginning, watching, gone
  }

  private var candidates: [Candidate]
  private var states: [Candidate: State] = [:]
  /// The candidates that suffice alone: if one of them watches, no other is needed.
  private var sufficient: Set<Candidate> = [.serviceManager, .machineStalls, .availableMemory]

  let isOff: Bool
  /// Whether the environment names what to watch: then nothing else is chosen.
  private let isConfigured: Bool

  init(_ environment: [String: String], on platform: Platform) {
    isOff = (try? ServiceManagerConfiguration(environment)) == .off
    if isOff {
      candidates = []
    } else if platform == .apple {
      candidates = [.serviceManager, .platform]
      sufficient.insert(.platform)
    } else {
      candidates = Candidate.allCases.filter { $0 != .platform }
    }
    isConfigured = environment[ServiceManagerConfiguration.watchVariable] != nil
  }

  var isWatching: Bool {
    states.values.contains { $0 == .watching || $0 == .beginning }
  }

  func isWatched(_ candidate: Candidate) -> Bool { states[candidate] == .watching }

  /// Each input returns the candidate to try next; nil if there is none.
  mutating func begin() -> Candidate? { next() }

  mutating func unavailable(_ candidate: Candidate) -> Candidate? {
    guard states[candidate] == .beginning else { return nil }
    states[candidate] = .gone
    // An explicitly configured source that fails is not replaced by another.
    if candidate == .serviceManager, isConfigured { candidates = [] }
    return nextIfNeeded()
  }

  /// Records that a candidate is watching: without a limit it is the machine's memory that runs
  /// short.
  mutating func began(_ candidate: Candidate, isLimited: Bool = false) -> Candidate? {
    // It may have been lost before its beginning was complete.
    guard states[candidate] == .beginning else { return nil }
    states[candidate] = .watching
    if candidate == .group, isLimited { sufficient.insert(.group) }
    return nextIfNeeded()
  }

  mutating func lost(_ candidate: Candidate) -> Candidate? {
    let before = states[candidate]
    guard before == .beginning || before == .watching else { return nil }
    states[candidate] = .gone
    return nextIfNeeded()
  }

  private mutating func nextIfNeeded() -> Candidate? {
    let isEnough = states.contains { candidate, state in
      (state == .watching || state == .beginning) && sufficient.contains(candidate)
    }
    return isEnough ? nil : next()
  }

  private mutating func next() -> Candidate? {
    guard !candidates.isEmpty else { return nil }
    let candidate = candidates.removeFirst()
    states[candidate] = .beginning
    return candidate
  }
}
