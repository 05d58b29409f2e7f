internal import StageFloor

/// Decides who is asked next in a pass, and when it is enough.
struct ReliefPlan {
  /// A responder, as far as the plan has to know it.
  struct Candidate: Equatable {
    var id: ResponderID
    /// Kept for the report: a registration may end before the pass does.
    var name = ""
    var cost: RebuildCost
    var priority: ReleasePriority = .normal
    var level: PressureLevel = .elevated
    var hasEstimate = false
    /// It has not returned from an earlier pass.
    var isOverdue = false
  }

  /// What comes next.
  enum Step: Equatable {
    /// Ask it how many bytes it could give back.
    case estimate(ResponderID)
    /// Ask it to give back.
    case release(ResponderID, missing: Int?)
    /// Ask nobody any more.
    case finish
  }

  private enum Progress: Equatable {
    /// Its turn is to come. Exits: `estimating`, `asked`, `settled`.
    case pending
    /// It runs, and its turn is to come after that. Exits: `pending`, `settled`.
    case estimating
    /// It runs, in answer to a request at such a level. Exits: `pending`, `settled`.
    case asked(PressureLevel)
    /// Final.
    case settled(Outcome)
  }

  private struct Entry {
    let candidate: Candidate
    /// The cost, then the priority.
    let rank: Int
    var estimate: Int?
    /// Whether it was asked for an estimate, or has none to give.
    var isEstimated: Bool
    var progress = Progress.pending
    /// What it has given back; nil: it has not answered a request.
    var given: Int?
    var duration: Int64 = 0

    /// How many ranks there are.
    static let ranks = RebuildCost.allCases.count * ReleasePriority.allCases.count

    init(_ candidate: Candidate) {
      self.candidate = candidate
      isEstimated = !candidate.hasEstimate
      rank =
        candidate.cost.rawValue * ReleasePriority.allCases.count + candidate.priority.rawValue
    }

    /// Who is asked for its estimate while all are arranged anew keeps its turn.
    var isToBeAsked: Bool { progress == .pending || progress == .estimating }

    mutating func give(_ bytes: Int) { given = (given ?? 0).addingSaturated(bytes) }
  }

  private(set) var level: PressureLevel
  private(set) var target: Int?
  private(set) var released = 0
  /// What somebody wants at least, said before it was known how much is to be given back.
  private var leastTarget = 0
  private var isLossy: Bool
  private var isStopped = false
  private var entries: [Entry] = []
  /// How many more may come while the pass lasts.
  private var roomForNewcomers: Int
  /// Whether some have come and are not in `order` yet.
  private var hasNewcomers = false
  /// Where everybody is; nil: nobody has asked yet.
  private var indices: [ResponderID: Int]?
  /// Who was asked last, and is the next to answer as a rule.
  private var lastAsked = 0
  /// Those whose turn is to come, in their order, from `position`.
  private var order: [Int] = []
  private var position = 0
  /// The end of those in `order` that rank like the one at `position`, once they are sorted.
  private var sortedEnd = 0
  /// How far those who rank like the one at `position` have been asked for their estimates.
  private var cursor = 0
  /// Those who were settled, in the order in which they were.
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

  /// Who is asked next.
  mutating func next() -> Step {
    if isStopped || isEnough { return .finish }
    // Once for all that came: many may come at a time.
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

  /// A candidate has told how many bytes it could give back.
  mutating func estimated(_ id: ResponderID, _ bytes: Int) {
    guard let index = index(of: id) else { return }
    entries[index].estimate = max(0, bytes)
    if entries[index].progress == .estimating { entries[index].progress = .pending }
  }

  /// A candidate has given back so many bytes, also if it is late.
  mutating func returned(_ id: ResponderID, _ bytes: Int) {
    // What was freed was freed, however the numbers were made up.
    let bytes = max(0, bytes)
    released = released.addingSaturated(bytes)
    guard let index = index(of: id) else { return }
    entries[index].give(bytes)
    if case .asked(let askedLevel) = entries[index].progress, askedLevel < level {
      // It has answered to less than what is wanted by now.
      entries[index].progress = .pending
      arrange()
    } else {
      settle(id, .released(entries[index].given ?? bytes))
    }
  }

  /// A candidate threw an error, also if it is late.
  mutating func failed(_ id: ResponderID) { settle(id, .failed) }

  /// A candidate takes too long; the pass goes on without it.
  mutating func gaveUp(_ id: ResponderID) { settle(id, .overdue) }

  /// A candidate has taken so many nanoseconds, perhaps not for the first time.
  mutating func took(_ id: ResponderID, _ nanoseconds: Int64) {
    guard let index = index(of: id) else { return }
    entries[index].duration += nanoseconds
  }

  /// A candidate has come during the pass.
  ///
  /// Not without end: of those who come whenever one of them is asked, most wait for the next pass.
  mutating func registered(_ candidate: Candidate) {
    guard roomForNewcomers > 0 else { return }
    roomForNewcomers -= 1
    append(candidate)
    hasNewcomers = true
  }

  /// A candidate's registration has ended.
  mutating func ended(_ id: ResponderID) {
    guard let index = index(of: id), entries[index].progress == .pending else { return }
    settle(id, .ended)
  }

  /// A candidate's owner was gone when it was to be asked.
  mutating func goneWhenAsked(_ id: ResponderID) { settle(id, .ended) }

  /// Memory has become shorter, or somebody wants more.
  ///
  /// If it has become shorter, those who have answered are asked once more, for what they kept when
  /// less was wanted.
  mutating func upgrade(to level: PressureLevel, target: Int?, isLossy: Bool) {
    if level > self.level {
      self.level = level
      leastTarget = max(leastTarget, self.target ?? 0)
      self.target = target.map { max($0, leastTarget) }
      askAgainThoseWhoAnswered()
    } else if let target {
      leastTarget = max(leastTarget, target)
      self.target = self.target.map { max($0, leastTarget) }
    }
    self.isLossy = self.isLossy || isLossy
    arrange()
  }

  /// How many bytes are to be given back, if nobody has said that yet.
  mutating func supply(target: Int?) {
    if self.target == nil { self.target = target.map { max($0, leastTarget) } }
  }

  /// Nobody is to be asked any more.
  mutating func stop() { isStopped = true }

  // MARK: Reading

  /// Everybody who was to be asked at such a level, with what became of them: first those who were
  /// settled, in that order, then those who were kept.
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
    // It was not asked once more.
    case (_, let given?): .released(given)
    case (_, nil): .kept
    }
  }

  private var isEnough: Bool {
    if level == .normal { return true }
    guard level < .critical, let target else { return false }
    return released >= target
  }

  /// The bytes that are missing by the account of this pass; nil if that does not matter.
  var missing: Int? {
    level < .critical && !isStopped ? target.map { max(0, $0 - released) } : nil
  }

  // MARK: Arranging

  private mutating func append(_ candidate: Candidate) {
    indices?[candidate.id] = entries.count
    entries.append(Entry(candidate))
  }

  /// Most passes need to find nobody but the one who was asked last.
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

  private mutating func askAgainThoseWhoAnswered() {
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

  /// Puts those whose turn is to come in their order, from the first again: who was too late for the
  /// old level may be in time for the new one.
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

  /// By rank, and as they stand where that is the same.
  ///
  /// There are few ranks: to count those of each is quicker than to compare one with another.
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

  /// Sorts those who rank like the next one by the bytes that they hold.
  ///
  /// - Returns: one who has to be asked for them first.
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
    let group = order[position..<cursor].map { (index: $0, bytes: entries[$0].estimate ?? 0) }
      .sorted { one, other in
        one.bytes == other.bytes ? one.index < other.index : one.bytes > other.bytes
      }
    for (offset, member) in group.enumerated() { order[position + offset] = member.index }
    return nil
  }

  private mutating func settle(_ id: ResponderID, _ outcome: Outcome) {
    guard let index = index(of: id) else { return }
    switch entries[index].progress {
    case .pending, .estimating, .asked:
      settled.append(index)
      entries[index].progress = .settled(outcome)
    case .settled(.overdue):
      // It came back before the pass was over.
      entries[index].progress = .settled(outcome)
    case .settled:
      break
    }
  }
}
