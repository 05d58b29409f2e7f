internal import StageFloor

/// The changes of the rows between two versions of a list, as positions.
///
/// Positions before the changes are *old*, those after them are *new*; there are no intermediate
/// states. A row that was neither removed nor moved is *stationary*: its position may differ, but
/// the stationary rows keep their order.
///
/// ```swift
/// // Orders A, B, C become C, A*, D: C moves up, B is removed, D is new, and A has changed.
/// let changes = try ListChanges(
///   oldCount: 3, newCount: 3, removals: [1], insertions: [2],
///   moves: [ListMove(from: 2, to: 0)], updates: [ListUpdate(old: 0, new: 1)])
/// print(changes.newPosition(of: 2) ?? -1)  // 0
/// ```
///
/// Table views use the same model: removals and the sources of moves are old positions, insertions
/// and the targets of moves are new ones, and no position occurs twice.
public struct ListChanges: Sendable {
  /// The number of rows before the changes.
  public let oldCount: Int
  /// The number of rows after the changes.
  public let newCount: Int
  /// Whether all rows may differ; there are then no individual changes.
  public let isReset: Bool
  /// The old positions of the removed rows, ascending.
  public let removals: [Int]
  /// The new positions of the inserted rows, ascending.
  public let insertions: [Int]
  /// The moved rows, ascending by target.
  public let moves: [ListMove<Int>]
  /// The rows with new content, including moved ones, ascending by new position.
  public let updates: [ListUpdate<Int>]

  /// The old positions of all rows that are not stationary, ascending.
  @usableFromInline let lost: [Int]
  @usableFromInline let gained: [Int]
  let movesBySource: [ListMove<Int>]

  /// Creates changes and validates them.
  ///
  /// - Parameters:
  ///   - oldCount: The number of rows before the changes.
  ///   - newCount: The number of rows after the changes.
  ///   - removals: The old positions of the removed rows, ascending.
  ///   - insertions: The new positions of the inserted rows, ascending.
  ///   - moves: The moved rows, ascending by target. None of them is also in `removals` or
  ///     `insertions`.
  ///   - updates: The rows in both versions whose content differs, ascending by new position.
  /// - Throws: A ``ListChangesError`` if the changes are contradictory.
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public init(
    oldCount: Int, newCount: Int, removals: [Int] = [], insertions: [Int] = [],
    moves: [ListMove<Int>] = [], updates: [ListUpdate<Int>] = []
  ) throws(ListChangesError) {
    self.init(
      trusting: oldCount, newCount, removals: removals, insertions: insertions, moves: moves,
      updates: updates)
    try validate()
  }

  @usableFromInline
  init(
    trusting oldCount: Int, _ newCount: Int, removals: [Int] = [], insertions: [Int] = [],
    moves: [ListMove<Int>] = [], movesBySource: [ListMove<Int>]? = nil,
    updates: [ListUpdate<Int>] = [],
    isReset: Bool = false
  ) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.isReset = isReset
    self.removals = removals
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
    let movesBySource =
      movesBySource ?? (moves.count > 1 ? moves.sorted { $0.source < $1.source } : moves)
    self.movesBySource = movesBySource
    lost = removals.merged(with: movesBySource.map(\.source))
    gained = insertions.merged(with: moves.map(\.target))
  }

  /// Returns changes after which all rows may differ.
  ///
  /// - Parameters:
  ///   - oldCount: The number of rows before.
  ///   - newCount: The number of rows after.
  /// - Returns: A reset.
  /// - Precondition: Neither count is negative.
  public static func reset(from oldCount: Int, to newCount: Int) -> ListChanges {
    require(
      oldCount >= 0 && newCount >= 0, "A list cannot have \(min(oldCount, newCount)) rows.")
    return ListChanges(trusting: oldCount, newCount, isReset: true)
  }

  /// Returns empty changes.
  ///
  /// - Parameter count: The number of rows, before and after.
  /// - Returns: The empty changes.
  /// - Precondition: `count` is not negative.
  public static func none(count: Int) -> ListChanges {
    require(count >= 0, "A list cannot have \(count) rows.")
    return ListChanges(trusting: count, count)
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { !isReset && structuralCount == 0 && updates.isEmpty }

  /// The number of rows that were removed, inserted or moved; 0 for a reset.
  public var structuralCount: Int { removals.count + gained.count }
}

extension ListChanges: Equatable {
  /// Returns whether both have the same changes and counts.
  public static func == (one: ListChanges, other: ListChanges) -> Bool {
    one.oldCount == other.oldCount && one.newCount == other.newCount
      && one.isReset == other.isReset && one.removals == other.removals
      && one.insertions == other.insertions && one.moves == other.moves
      && one.updates == other.updates
  }
}

extension [Int] {
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

extension ListChanges: CustomStringConvertible {
  /// The counts and all changes in one line, as in `3 → 3: −[1] +[2] moved [2→0] updated [0→1]`.
  public var description: String {
    var text = "\(oldCount) → \(newCount):"
    if isReset { text += " reset" }
    if !removals.isEmpty { text += " −\(removals)" }
    if !insertions.isEmpty { text += " +\(insertions)" }
    if !moves.isEmpty { text += " moved \(moves)" }
    if !updates.isEmpty { text += " updated \(updates)" }
    return isEmpty ? text + " nothing" : text
  }
}
