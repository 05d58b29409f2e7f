/// Decides which of the sources that surroundings may offer are watched.
///
/// It knows nothing of the sources themselves: it is told what came of the attempt to begin with
/// one, or that one was lost, and says which is to be tried next.
struct AutomaticChoice: Equatable {
  /// A source that may be there, in the order in which they are preferred.
  enum Candidate: Int, CaseIterable {
    case serviceManager, unifiedGroup, legacyGroup, machineStalls, availableMemory, platform
  }

  /// Where the program runs.
  enum Platform: Equatable {
    case linux, apple
  }

  /// What is being done with a candidate.
  private enum Standing: Equatable {
    case untried, beginning, watching, gone
  }

  private var candidates: [Candidate]
  private var standings: [Candidate: Standing] = [:]
  /// The candidates that do for the whole: if one of them watches, no other has to.
  private var sufficient: Set<Candidate> = [.serviceManager, .machineStalls, .availableMemory]

  /// Whether nobody is to watch anything.
  let isOff: Bool
  /// Whether the environment says what to watch: it is then that or nothing.
  private let isOrdered: Bool

  /// The choice for these surroundings.
  ///
  /// - Parameters:
  ///   - environment: may name what to watch, and may say that nobody is to watch.
  ///   - platform: where the program runs.
  init(_ environment: [String: String], on platform: Platform) {
    isOff = (try? ServiceManagerOrder(environment)) == .off
    if isOff {
      candidates = []
    } else if platform == .apple {
      candidates = [.serviceManager, .platform]
      sufficient.insert(.platform)
    } else {
      candidates = Candidate.allCases.filter { $0 != .platform }
    }
    isOrdered = environment[ServiceManagerOrder.watchVariable] != nil
  }

  /// Whether anything is being watched, or about to be.
  var isWatching: Bool {
    standings.values.contains { $0 == .watching || $0 == .beginning }
  }

  /// Whether this candidate is being watched.
  func isWatched(_ candidate: Candidate) -> Bool { standings[candidate] == .watching }

  /// The first candidate to try; nil: none.
  mutating func begin() -> Candidate? { next() }

  /// A candidate could not begin.
  ///
  /// - Returns: the one to try next, if any.
  mutating func refused(_ candidate: Candidate) -> Candidate? {
    guard standings[candidate] == .beginning else { return nil }
    standings[candidate] = .gone
    // Who was told what to watch, and cannot, does not make up something else.
    if candidate == .serviceManager, isOrdered { candidates = [] }
    return nextIfNeeded()
  }

  /// A candidate watches.
  ///
  /// - Parameters:
  ///   - candidate: which.
  ///   - isLimited: for a group: whether it has a limit. Without one the machine's memory is what
  ///     can run short.
  /// - Returns: the one to try beside it, if any.
  mutating func began(_ candidate: Candidate, isLimited: Bool = false) -> Candidate? {
    // It may have been lost before its beginning was over.
    guard standings[candidate] == .beginning else { return nil }
    standings[candidate] = .watching
    if candidate == .unifiedGroup || candidate == .legacyGroup {
      if isLimited { sufficient.insert(candidate) }
      candidates.removeAll { $0 == .unifiedGroup || $0 == .legacyGroup }
    }
    return nextIfNeeded()
  }

  /// A candidate was lost.
  ///
  /// - Returns: the one to try in its place, if any.
  mutating func lost(_ candidate: Candidate) -> Candidate? {
    let before = standings[candidate]
    guard before == .beginning || before == .watching else { return nil }
    standings[candidate] = .gone
    return nextIfNeeded()
  }

  private mutating func nextIfNeeded() -> Candidate? {
    let isEnough = standings.contains { candidate, standing in
      (standing == .watching || standing == .beginning) && sufficient.contains(candidate)
    }
    return isEnough ? nil : next()
  }

  private mutating func next() -> Candidate? {
    guard !candidates.isEmpty else { return nil }
    let candidate = candidates.removeFirst()
    standings[candidate] = .beginning
    return candidate
  }
}
