internal import StageFloor

/// What became of the rows between two versions of a list, in positions only.
///
/// Positions before the changes are *old*, those after them are *new*; there is nothing in
/// between. A row that neither was removed nor moved is *stationary*: it may stand at another
/// position, but the stationary rows have kept their order.
///
/// ```swift
/// // Orders A, B, C become C, A*, D: C moves up, B is removed, D is new, and A has changed.
/// let changes = try ListChanges(
///   oldCount: 3, newCount: 3, removals: [1], insertions: [2],
///   moves: [ListMove(from: 2, to: 0)], updates: [ListUpdate(old: 0, new: 1)])
/// print(changes.newPosition(of: 2) ?? -1)  // 0
/// ```
///
/// This is also the arithmetic of table views: removals and the sources of moves are old positions,
/// insertions and the targets of moves are new ones, and no position is named twice.
public struct ListChanges: Sendable {
  /// How many rows there were.
  public let oldCount: Int
  /// How many rows there are.
  public let newCount: Int
  /// Whether everything may be different; there are no single changes then.
  public let isReset: Bool
  /// Old positions of the rows that are gone, ascending.
  public let removals: [Int]
  /// New positions of the rows that have come, ascending.
  public let insertions: [Int]
  /// Rows that left their places, ascending by target.
  public let moves: [ListMove]
  /// Rows with new content, those that moved included, ascending by new position.
  public let updates: [ListUpdate]

  /// Old positions of all rows that are not stationary, ascending.
  @usableFromInline let lost: [Int]
  /// New positions of all rows that are not stationary, ascending.
  @usableFromInline let gained: [Int]
  /// The moves, ascending by source.
  let movesBySource: [ListMove]

  /// Makes changes and checks them.
  ///
  /// - Parameters:
  ///   - oldCount: how many rows there were.
  ///   - newCount: how many rows there are.
  ///   - removals: old positions of the rows that are gone, ascending.
  ///   - insertions: new positions of the rows that have come, ascending.
  ///   - moves: rows that left their places, ascending by target. None of them is also named in
  ///     `removals` or `insertions`.
  ///   - updates: rows that are in both versions with other content, ascending by new position.
  /// - Throws: what makes these changes impossible.
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public init(
    oldCount: Int, newCount: Int, removals: [Int] = [], insertions: [Int] = [],
    moves: [ListMove] = [], updates: [ListUpdate] = []
  ) throws(ListChangesError) {
    self.init(
      trusting: oldCount, newCount, removals: removals, insertions: insertions, moves: moves,
      updates: updates)
    try validate()
  }

  /// Makes changes that are known to be possible.
  @usableFromInline
  init(
    trusting oldCount: Int, _ newCount: Int, removals: [Int] = [], insertions: [Int] = [],
    moves: [ListMove] = [], updates: [ListUpdate] = [], isReset: Bool = false
  ) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.isReset = isReset
    self.removals = removals
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
    movesBySource = moves.count > 1 ? moves.sorted { $0.source < $1.source } : moves
    lost = removals.merged(with: movesBySource.map(\.source))
    gained = insertions.merged(with: moves.map(\.target))
  }

  /// Changes after which everything may be different.
  ///
  /// - Parameters:
  ///   - oldCount: how many rows there were.
  ///   - newCount: how many rows there are.
  /// - Returns: a reset.
  /// - Precondition: neither is negative.
  public static func reset(from oldCount: Int, to newCount: Int) -> ListChanges {
    require(
      oldCount >= 0 && newCount >= 0, "A list cannot have \(min(oldCount, newCount)) rows.")
    return ListChanges(trusting: oldCount, newCount, isReset: true)
  }

  /// No change at all.
  ///
  /// - Parameter count: how many rows there were, and are.
  /// - Returns: changes that are empty.
  /// - Precondition: it is not negative.
  public static func none(count: Int) -> ListChanges {
    require(count >= 0, "A list cannot have \(count) rows.")
    return ListChanges(trusting: count, count)
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { !isReset && structuralCount == 0 && updates.isEmpty }

  /// How many rows came, went or moved; 0 for a reset.
  public var structuralCount: Int { removals.count + gained.count }
}

extension ListChanges: Equatable {
  /// Whether both name the same changes between the same counts.
  public static func == (one: ListChanges, other: ListChanges) -> Bool {
    one.oldCount == other.oldCount && one.newCount == other.newCount
      && one.isReset == other.isReset && one.removals == other.removals
      && one.insertions == other.insertions && one.moves == other.moves
      && one.updates == other.updates
  }
}

extension [Int] {
  /// Both, ascending, if each of them is.
  fileprivate func merged(with other: [Int]) -> [Int] {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var result: [Int] = []
    result.reserveCapacity(count + other.count)
    var next = 0
    for position in self {
      while next < other.count, other[next] < position {
        result.append(other[next])
        next += 1
      }
      result.append(position)
    }
    result.append(contentsOf: other[next...])
    return result
  }
}
