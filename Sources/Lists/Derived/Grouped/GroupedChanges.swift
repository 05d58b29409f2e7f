/// What became of sections and their rows between two versions of a grouped list.
///
/// Paths before the changes are *old*, those after them are *new*; there is nothing in between.
/// Sections come and go, and never pass each other: one that would have to goes and comes.
///
/// ```swift
/// // Section 1 is gone. Of section 0 the second row is gone; the first row of section 2, which is
/// // section 1 now, has moved to its place.
/// let changes = try GroupedChanges(
///   oldCounts: [2, 1, 3], newCounts: [2, 2],
///   sections: ListChanges(oldCount: 3, newCount: 2, removals: [1]),
///   removals: [RowPath(section: 0, row: 1)],
///   moves: [
///     GroupedMove(from: RowPath(section: 2, row: 0), to: RowPath(section: 0, row: 1))
///   ])
/// ```
///
/// This is the arithmetic of table views, which know the rows of a section only while they know the
/// section. So rows are named only where their section was before *and* is after the changes:
///
/// | a row | is reported as |
/// | --- | --- |
/// | of a section that goes | nothing: it goes with its section |
/// | of a section that comes | nothing: it comes with its section |
/// | that moves from a section that goes to one that stays | an insertion |
/// | that moves from a section that stays to one that comes | a removal |
/// | that moves between two sections that stay, or inside one | a move |
public struct GroupedChanges: Sendable, Equatable {
  /// How many rows each section had.
  public let oldCounts: [Int]
  /// How many rows each section has.
  public let newCounts: [Int]
  /// What became of the sections: removals, old numbers; and insertions, new numbers.
  public let sections: ListChanges
  /// Old paths of the rows that are gone from sections that stay, ascending.
  public let removals: [RowPath]
  /// New paths of the rows that have come to sections that stay, ascending.
  public let insertions: [RowPath]
  /// Rows that left their places, inside a section or for another one, ascending by target.
  public let moves: [GroupedMove]
  /// Rows with new content, those that moved included, ascending by new path.
  public let updates: [GroupedUpdate]

  /// Makes changes and checks them.
  ///
  /// - Parameters:
  ///   - oldCounts: how many rows each section had.
  ///   - newCounts: how many rows each section has.
  ///   - sections: what became of the sections; without moves and updates.
  ///   - removals: old paths of the rows that are gone, ascending.
  ///   - insertions: new paths of the rows that have come, ascending.
  ///   - moves: rows that left their places, ascending by target.
  ///   - updates: rows that are in both versions with other content, ascending by new path.
  /// - Throws: what makes these changes impossible.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* that of changes.
  public init(
    oldCounts: [Int], newCounts: [Int], sections: ListChanges, removals: [RowPath] = [],
    insertions: [RowPath] = [], moves: [GroupedMove] = [], updates: [GroupedUpdate] = []
  ) throws(GroupedChangesError) {
    self.init(
      trusting: oldCounts, newCounts, sections: sections, removals: removals,
      insertions: insertions, moves: moves, updates: updates)
    try validate()
  }

  /// Makes changes that are known to be possible.
  init(
    trusting oldCounts: [Int], _ newCounts: [Int], sections: ListChanges, removals: [RowPath] = [],
    insertions: [RowPath] = [], moves: [GroupedMove] = [], updates: [GroupedUpdate] = []
  ) {
    self.oldCounts = oldCounts
    self.newCounts = newCounts
    self.sections = sections
    self.removals = removals
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
  }

  /// Changes after which everything may be different.
  ///
  /// - Parameters:
  ///   - oldCounts: how many rows each section had.
  ///   - newCounts: how many rows each section has.
  /// - Returns: a reset.
  public static func reset(from oldCounts: [Int], to newCounts: [Int]) -> GroupedChanges {
    GroupedChanges(
      trusting: oldCounts, newCounts, sections: .reset(from: oldCounts.count, to: newCounts.count))
  }

  /// No change at all.
  ///
  /// - Parameter counts: how many rows each section had, and has.
  /// - Returns: changes that are empty.
  public static func none(counts: [Int]) -> GroupedChanges {
    GroupedChanges(trusting: counts, counts, sections: .none(count: counts.count))
  }

  /// Whether everything may be different; there are no single changes then.
  public var isReset: Bool { sections.isReset }

  /// Whether nothing has changed.
  public var isEmpty: Bool { !isReset && structuralCount == 0 && updates.isEmpty }

  /// How many sections and rows came, went or moved, without those that went along with their
  /// sections; 0 for a reset.
  public var structuralCount: Int {
    sections.structuralCount + removals.count + insertions.count + moves.count
  }
}
