/// How to make one list out of another with few moves.
///
/// The rows are put in order from the first to the last. Until all is done, the list consists of
/// rows that are in order and of *waiting* ones between them, which stand where they always did and
/// will go elsewhere.
@usableFromInline
struct ReplacementPlan<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// What becomes of a row; all positions are those of its turn.
  @usableFromInline
  enum Fate {
    case insert(at: Int)
    case keep(at: Int)
    case move(from: Int, to: Int)
  }

  /// The new rows.
  @usableFromInline var rows: [Element] = []
  /// Rows of which one with the same identity comes before.
  @usableFromInline var rejected: [Element] = []
  /// Positions of old rows that are not among the new ones, ascending.
  @usableFromInline var removals: [Int] = []
  /// Which new rows stay with other content.
  @usableFromInline var isChanged: [Bool] = []
  /// Where the new rows are to stand, until they have been compared.
  @usableFromInline var targets: [Element.ID: Int] = [:]
  /// For each new row which of the old rows that stay it is, counted from 0; -1: none.
  @usableFromInline var ranks: [Int] = []
  /// How many old rows stay.
  @usableFromInline var survivors = 0
  /// Which new rows move; empty: none.
  @usableFromInline var movers: [Bool] = []
  /// The ranks of the rows that wait.
  @usableFromInline var waiting: PrefixCounts?
  /// For each rank how many rows with smaller ones are kept.
  @usableFromInline var keepers: [Int] = []
  /// The ranks of the rows that were kept so far, and how many rows were in order before each.
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

  /// Finds out which old rows stay, and which of them have new content.
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

  /// Whether anything is different.
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

  /// Decides who moves: as few as possible.
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

  /// What becomes of a new row, asked for one after the other from the first on.
  @usableFromInline
  mutating func fate(of target: Int) -> Fate {
    let rank = ranks[target]
    // If nobody moves, each row is at its place as soon as those before it are.
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

  /// How many rows wait before the place at which the next one is put.
  private var waitingBeforeLastKept: Int {
    guard let last = kept.last else { return 0 }
    return waiting?.count(below: last.rank) ?? 0
  }

  /// How many rows stand before a waiting one that do not wait themselves, when the first `target`
  /// rows are in order.
  private func settledRows(before rank: Int, of target: Int) -> Int {
    // Behind all that is in order, there are only rows whose turn to be kept is yet to come.
    guard let last = kept.last, rank < last.rank else {
      return target + keepers[rank] - kept.count
    }
    // All that had been put in order when the first row was kept that stands behind it.
    var (low, high) = (0, kept.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if kept[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return kept[low].target
  }
}
