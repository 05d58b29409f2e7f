internal import StageFloor

struct ReliefPlan {
  struct Candidate: Equatable {
    var id: ResponderID
    /// Stored for the report: a registration may end before the pass does.
    var name = ""
    var cost: RebuildCost
    var priority: ReleasePriority = .normal
    var level: PressureLevel = .elevated
    var hasEstimate = false
    var isOverdue = false
  }

  enum Step: Equatable {
    case estimate(ResponderID)
    case release(ResponderID, missing: Int?)
    case finish
  }

  private enum Progress: Equatable {
    /// Not asked yet. Exits: `estimating`, `asked`, `settled`.
    case pending
    /// Computing its estimate. Exits: `pending`, `settled`.
    case estimating
    /// Releasing, for a request at this level. Exits: `pending`, `settled`.
    case asked(PressureLevel)
    case settled(Outcome)
  }

  private struct Entry {
    let candidate: Candidate
    /// The position by cost, then by priority.
    let rank: Int
    var estimate: Int?
    var isEstimated: Bool
    var progress = Progress.pending
    /// The bytes released so far; nil if it has not answered a request.
    var given: Int?
    var duration: Int64 = 0

    static let ranks = RebuildCost.allCases.count * ReleasePriority.allCases.count

    init(_ candidate: Candidate) {
      self.candidate = candidate
      isEstimated = !candidate.hasEstimate
      rank =
        candidate.cost.rawValue * ReleasePriority.allCases.count + candidate.priority.rawValue
    }

    /// A candidate that is computing its estimate while the order is rebuilt keeps its turn.
    var isToBeAsked: Bool { progress == .pending || progress == .estimating }

    mutating func give(_ bytes: Int) { given = (given ?? 0).addingSaturated(bytes) }
  }

  private(set) var level: PressureLevel
  private(set) var target: Int?
  private(set) var released = 0
  /// A minimum target, set before the number of bytes to release was known.
  private var leastTarget = 0
  private var isLossy: Bool
  private var isStopped = false
  private var entries: [Entry] = []
  /// How many more candidates may be added during the pass.
  private var roomForNewcomers: Int
  private var hasNewcomers = false
  private var indices: [ResponderID: Int]?
  private var lastAsked = 0
  private var order: [Int] = []
  private var position = 0
  /// The end of the candidates in `order` that have the same rank as the one at `position`, once
  /// they are sorted.
  private var sortedEnd = 0
  /// How far the candidates of the rank at `position` have been asked for their estimates.
  private var cursor = 0
  private var settled: [Int] = []

  init(
    level: PressureLevel, target: Int?, isLossy: Bool = false, candidates: [Candidate]
  ) {
    self.level = level
    self.target = target
    self.isLossy = isLossy
    roomForNewcomers = max(64, candidates.count)
    entries.reserveCapacity(candidates.count)
    for candidate in candidates { append(candidate) }
    arrange()
  }

  // MARK: Inputs

  mutating func next() -> Step {
    if isStopped || isEnough { return .finish }
    // Once for all added candidates: many may be added at a time.
    if hasNewcomers { arrange() }
    while position < order.count {
      if position >= sortedEnd, let unknown = prepareGroup() { return .estimate(unknown) }
      let index = order[position]
      position += 1
      guard entries[index].progress == .pending else { continue }
      entries[index].progress = .asked(level)
      lastAsked = index
      return .release(entries[index].candidate.id, missing: missing)
    }
    return .finish
  }

  mutating func estimated(_ id: ResponderID, _ bytes: Int) {
    guard let index = index(of: id) else { return }
    entries[index].estimate = max(0, bytes)
    if entries[index].progress == .estimating { entries[index].progress = .pending }
  }

  /// Records the bytes that a candidate released, even if it is late.
  mutating func returned(_ id: ResponderID, _ bytes: Int) {
    // Memory that was freed stays freed, so a negative number counts as 0.
    let bytes = max(0, bytes)
    released = released.addingSaturated(bytes)
    guard let index = index(of: id) else { return }
    entries[index].give(bytes)
    if case .asked(let askedLevel) = entries[index].progress, askedLevel < level {
      // It answered a request at a lower level than the current one.
      entries[index].progress = .pending
      arrange()
    } else {
      settle(id, .released(entries[index].given ?? bytes))
    }
  }

  mutating func failed(_ id: ResponderID) { settle(id, .failed) }

  mutating func exceededBudget(_ id: ResponderID) { settle(id, .overdue) }

  mutating func addDuration(_ id: ResponderID, _ nanoseconds: Int64) {
    guard let index = index(of: id) else { return }
    entries[index].duration += nanoseconds
  }

  /// Adds a candidate that was registered during the pass.
  ///
  /// If responders register others whenever they are asked, most of those wait for the next pass.
  mutating func registered(_ candidate: Candidate) {
    guard roomForNewcomers > 0 else { return }
    roomForNewcomers -= 1
    append(candidate)
    hasNewcomers = true
  }

  mutating func ended(_ id: ResponderID) {
    guard let index = index(of: id), entries[index].progress == .pending else { return }
    settle(id, .ended)
  }

  mutating func couldNotBeAsked(_ id: ResponderID) { settle(id, .ended) }

  /// Raises the level, the target or both; at a higher level, candidates that have answered are
  /// asked again, for what they kept.
  mutating func upgrade(to level: PressureLevel, target: Int?, isLossy: Bool) {
    if level > self.level {
      self.level = level
      leastTarget = max(leastTarget, self.target ?? 0)
      self.target = target.map { max($0, leastTarget) }
      reopenAnswered()
    } else if let target {
      leastTarget = max(leastTarget, target)
      self.target = self.target.map { max($0, leastTarget) }
    }
    self.isLossy = self.isLossy || isLossy
    arrange()
  }

  mutating func supply(target: Int?) {
    if self.target == nil { self.target = target.map { max($0, leastTarget) } }
  }

  mutating func stop() { isStopped = true }

  // MARK: Reading

  /// The eligible candidates and their outcomes: first the settled ones, in the order in which they
  /// were settled, then those that were kept.
  var results: [Result] {
    let kept = entries.indices.filter { index in
      if case .settled = entries[index].progress { return false }
      return isEligible(entries[index].candidate)
    }
    return (settled + inOrder(kept)).map { index in
      let entry = entries[index]
      return Result(
        id: entry.candidate.id, name: entry.candidate.name, cost: entry.candidate.cost,
        estimate: entry.estimate, outcome: outcome(of: entry), duration: entry.duration)
    }
  }

  private func outcome(of entry: Entry) -> Outcome {
    switch (entry.progress, entry.given) {
    case (.settled(.ended), let given?): .released(given)
    case (.settled(let outcome), _): outcome
    // It was not asked again.
    case (_, let given?): .released(given)
    case (_, nil): .kept
    }
  }

  private var isEnough: Bool {
    if level == .normal { return true }
    guard level < .critical, let target else { return false }
    return released >= target
  }

  var missing: Int? {
    level < .critical && !isStopped ? target.map { max(0, $0 - released) } : nil
  }

  // MARK: Ordering

  private mutating func append(_ candidate: Candidate) {
    indices?[candidate.id] = entries.count
    entries.append(Entry(candidate))
  }

  /// Most passes only look for the candidate that was asked last.
  private mutating func index(of id: ResponderID) -> Int? {
    if lastAsked < entries.count, entries[lastAsked].candidate.id == id { return lastAsked }
    if let indices { return indices[id] }
    var found = [ResponderID: Int](minimumCapacity: entries.count)
    for index in entries.indices { found[entries[index].candidate.id] = index }
    indices = found
    return found[id]
  }

  private func isEligible(_ candidate: Candidate) -> Bool {
    candidate.level <= level && (isLossy || candidate.cost < .lossy)
  }

  private mutating func reopenAnswered() {
    var final: [Int] = []
    for index in settled {
      if case .settled(.released) = entries[index].progress {
        entries[index].progress = .pending
      } else {
        final.append(index)
      }
    }
    settled = final
  }

  /// Sorts the pending candidates by rank, from the first rank again: one whose turn was over at
  /// the old level may be needed at the new one.
  private mutating func arrange() {
    hasNewcomers = false
    order.removeAll(keepingCapacity: true)
    position = 0
    sortedEnd = 0
    cursor = 0
    for index in entries.indices
    where entries[index].isToBeAsked && isEligible(entries[index].candidate) {
      if entries[index].candidate.isOverdue {
        settle(entries[index].candidate.id, .stillOverdue)
      } else {
        order.append(index)
      }
    }
    order = inOrder(order)
  }

  /// Sorts by rank, stably: there are few ranks, so counting is faster than comparing.
  private func inOrder(_ some: [Int]) -> [Int] {
    var ends = [Int](repeating: 0, count: Entry.ranks + 1)
    for index in some { ends[entries[index].rank + 1] += 1 }
    for rank in 1...Entry.ranks { ends[rank] += ends[rank - 1] }
    var result = some
    for index in some {
      let rank = entries[index].rank
      result[ends[rank]] = index
      ends[rank] += 1
    }
    return result
  }

  /// Sorts the candidates of the next rank by their estimates, the largest first; returns one that
  /// must be asked for its estimate before.
  private mutating func prepareGroup() -> ResponderID? {
    let rank = entries[order[position]].rank
    cursor = max(cursor, position)
    while cursor < order.count, entries[order[cursor]].rank == rank {
      let index = order[cursor]
      cursor += 1
      guard !entries[index].isEstimated, entries[index].progress == .pending else { continue }
      entries[index].isEstimated = true
      entries[index].progress = .estimating
      lastAsked = index
      return entries[index].candidate.id
    }
    sortedEnd = cursor
    guard order[position..<cursor].contains(where: { entries[$0].estimate != nil }) else {
      return nil
    }
    let estimates = entries
    order[position..<cursor].sort { one, other in
      let (bytes, others) = (estimates[one].estimate ?? 0, estimates[other].estimate ?? 0)
      return bytes == others ? one < other : bytes > others
    }
    return nil
  }

  private mutating func settle(_ id: ResponderID, _ outcome: Outcome) {
    guard let index = index(of: id) else { return }
    switch entries[index].progress {
    case .pending, .estimating, .asked:
      settled.append(index)
      entries[index].progress = .settled(outcome)
    case .settled(.overdue):
      // It returned before the end of the pass.
      entries[index].progress = .settled(outcome)
    case .settled:
      break
    }
  }
}
