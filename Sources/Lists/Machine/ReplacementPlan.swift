/// A plan that turns one list into another with few moves.
///
/// The rows are put in order from the first to the last. Until the plan is complete, the list
/// consists of rows that are in order and, between them, *waiting* rows, which are at their old
/// places and will be moved.
@usableFromInline
struct ReplacementPlan<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// The action for a row; all positions are those at the time of the action.
  @usableFromInline
  enum Action {
    case insert(at: Int)
    case keep(at: Int)
    case move(from: Int, to: Int)
  }

  /// The new rows.
  @usableFromInline var rows: [Element] = []
  /// Rows with the same identity as an earlier one.
  @usableFromInline var rejected: [Element] = []
  /// Positions of old rows that are not among the new ones, ascending.
  @usableFromInline var removals: [Int] = []
  /// Which of the new rows are old rows with new content.
  @usableFromInline var isChanged: [Bool] = []
  /// The positions of the new rows, until they have been compared.
  @usableFromInline var targets: [Element.ID: Int] = [:]
  /// For each new row its rank among the surviving old rows, counted from 0; -1 for an insertion.
  @usableFromInline var ranks: [Int] = []
  /// The number of old rows that survive.
  @usableFromInline var survivors = 0
  /// Which of the new rows move; empty if none do.
  @usableFromInline var movers: [Bool] = []
  /// The ranks of the waiting rows.
  @usableFromInline var waiting: PrefixCounts?
  /// For each rank the number of kept rows with smaller ranks.
  @usableFromInline var keepers: [Int] = []
  /// The ranks of the rows kept so far, and the number of rows that were in order before each.
  @usableFromInline var kept: [(rank: Int, target: Int)] = []

  @inlinable
  init(_ elements: some Sequence<Element>) {
    rows.reserveCapacity(elements.underestimatedCount)
    targets.reserveCapacity(elements.underestimatedCount)
    for element in elements {
      guard targets[element.id] == nil else {
        rejected.append(element)
        continue
      }
      targets[element.id] = rows.count
      rows.append(element)
    }
    ranks = Array(repeating: -1, count: rows.count)
    isChanged = Array(repeating: false, count: rows.count)
  }

  /// Determines which old rows survive, and which of them have new content.
  @inlinable
  mutating func compare(
    with old: ListSnapshot<Element>, unless isSame: (Element, Element) -> Bool
  ) {
    var position = 0
    for element in old {
      if let target = targets[element.id] {
        ranks[target] = survivors
        survivors += 1
        isChanged[target] = !isSame(element, rows[target])
      } else {
        removals.append(position)
      }
      position += 1
    }
    targets = [:]
  }

  /// Whether anything differs.
  @usableFromInline var hasWork: Bool {
    !removals.isEmpty || survivors < rows.count || !isInOrder || isChanged.contains(true)
  }

  private var isInOrder: Bool {
    var last = -1
    for rank in ranks where rank >= 0 {
      guard rank > last else { return false }
      last = rank
    }
    return true
  }

  /// Chooses the rows to move: as few as possible.
  @usableFromInline
  mutating func chooseMovers() {
    guard !isInOrder else { return }
    movers = ranks.map { $0 >= 0 }
    for target in IncreasingSubsequence.longest(in: ranks) { movers[target] = false }
    var isWaiting = Array(repeating: false, count: survivors)
    for (target, isMover) in movers.enumerated() where isMover { isWaiting[ranks[target]] = true }
    waiting = PrefixCounts(of: isWaiting)
    keepers.reserveCapacity(survivors)
    var count = 0
    for isWaiting in isWaiting {
      keepers.append(count)
      if !isWaiting { count += 1 }
    }
  }

  /// Returns the action for a new row; called once for each, in ascending order.
  @usableFromInline
  mutating func action(of target: Int) -> Action {
    let rank = ranks[target]
    // If no row moves, each is in place as soon as those before it are.
    guard waiting != nil else { return rank < 0 ? .insert(at: target) : .keep(at: target) }
    if rank < 0 { return .insert(at: target + waitingBeforeLastKept) }
    guard movers[target] else {
      kept.append((rank, target))
      return .keep(at: target + waitingBeforeLastKept)
    }
    let source = settledRows(before: rank, of: target) + (waiting?.count(below: rank) ?? 0)
    waiting?.remove(rank)
    return .move(from: source, to: target + waitingBeforeLastKept)
  }

  /// The number of waiting rows before the place of the next row.
  private var waitingBeforeLastKept: Int {
    guard let last = kept.last else { return 0 }
    return waiting?.count(below: last.rank) ?? 0
  }

  /// Returns the number of rows that are not waiting before a waiting one, when the first `target`
  /// rows are in order.
  private func settledRows(before rank: Int, of target: Int) -> Int {
    // After the rows in order, there are only waiting rows and rows that are kept later.
    guard let last = kept.last, rank < last.rank else {
      return target + keepers[rank] - kept.count
    }
    // The rows that were in order when the first row after it was kept.
    var (low, high) = (0, kept.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if kept[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return kept[low].target
  }
}
