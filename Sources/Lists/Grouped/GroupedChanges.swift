/// The changes of sections and their rows between two versions of a grouped list, as paths.
///
/// Paths before the changes are *old*, those after them are *new*; there are no intermediate
/// states. Sections are inserted and removed but never moved: a section that would pass another one
/// is removed and inserted.
///
/// ```swift
/// // Section 1 is gone. Of section 0 the second row is gone; the first row of section 2, which is
/// // section 1 now, has moved to its place.
/// let changes = try GroupedChanges(
///   oldCounts: [2, 1, 3], newCounts: [2, 2],
///   sections: ListChanges(oldCount: 3, newCount: 2, removals: [1]),
///   removals: [RowPath(section: 0, row: 1)],
///   moves: [
///     ListMove(from: RowPath(section: 2, row: 0), to: RowPath(section: 0, row: 1))
///   ])
/// ```
///
/// Table views use the same model; they address rows only in sections that exist. So a row is
/// mentioned only in sections that exist before *and* after the changes:
///
/// | A row | Reported as |
/// | --- | --- |
/// | of a removed section | nothing: it is removed with its section |
/// | of an inserted section | nothing: it is inserted with its section |
/// | that moves from a removed section to a remaining one | an insertion |
/// | that moves from a remaining section to an inserted one | a removal |
/// | that moves between two remaining sections, or within one | a move |
public struct GroupedChanges: Sendable, Equatable {
  /// The number of rows in each section before the changes.
  public let oldCounts: [Int]
  /// The number of rows in each section after the changes.
  public let newCounts: [Int]
  /// The changes of the sections: removals as old numbers, insertions as new numbers.
  public let sections: ListChanges
  /// The old paths of the rows removed from remaining sections, ascending.
  public let removals: [RowPath]
  /// The new paths of the rows inserted into remaining sections, ascending.
  public let insertions: [RowPath]
  /// The moved rows, within a section or to another one, ascending by target.
  public let moves: [ListMove<RowPath>]
  /// The rows with new content, including moved ones, ascending by new path.
  public let updates: [ListUpdate<RowPath>]

  /// Creates changes and validates them.
  ///
  /// - Parameters:
  ///   - oldCounts: The number of rows in each section before the changes.
  ///   - newCounts: The number of rows in each section after the changes.
  ///   - sections: The changes of the sections, without moves and updates.
  ///   - removals: The old paths of the removed rows, ascending.
  ///   - insertions: The new paths of the inserted rows, ascending.
  ///   - moves: The moved rows, ascending by target.
  ///   - updates: The rows in both versions whose content differs, ascending by new path.
  /// - Throws: A ``ListChangesError`` if the changes are contradictory.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* that of
  ///   changes.
  public init(
    oldCounts: [Int], newCounts: [Int], sections: ListChanges, removals: [RowPath] = [],
    insertions: [RowPath] = [], moves: [ListMove<RowPath>] = [], updates: [ListUpdate<RowPath>] = []
  ) throws(ListChangesError) {
    self.init(
      trusting: oldCounts, newCounts, sections: sections, removals: removals,
      insertions: insertions, moves: moves, updates: updates)
    try validate()
  }

  init(
    trusting oldCounts: [Int], _ newCounts: [Int], sections: ListChanges, removals: [RowPath] = [],
    insertions: [RowPath] = [], moves: [ListMove<RowPath>] = [], updates: [ListUpdate<RowPath>] = []
  ) {
    self.oldCounts = oldCounts
    self.newCounts = newCounts
    self.sections = sections
    self.removals = removals
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
  }

  /// Returns changes after which all rows may differ.
  ///
  /// - Parameters:
  ///   - oldCounts: The number of rows in each section before.
  ///   - newCounts: The number of rows in each section after.
  /// - Returns: A reset.
  public static func reset(from oldCounts: [Int], to newCounts: [Int]) -> GroupedChanges {
    GroupedChanges(
      trusting: oldCounts, newCounts, sections: .reset(from: oldCounts.count, to: newCounts.count))
  }

  /// Returns empty changes.
  ///
  /// - Parameter counts: The number of rows in each section, before and after.
  /// - Returns: The empty changes.
  public static func none(counts: [Int]) -> GroupedChanges {
    GroupedChanges(trusting: counts, counts, sections: .none(count: counts.count))
  }

  /// Whether all rows may differ; there are then no individual changes.
  public var isReset: Bool { sections.isReset }

  /// Whether nothing has changed.
  public var isEmpty: Bool { !isReset && structuralCount == 0 && updates.isEmpty }

  /// The number of sections and rows that were removed, inserted or moved, not counting the rows of
  /// removed and inserted sections; 0 for a reset.
  public var structuralCount: Int {
    sections.structuralCount + removals.count + insertions.count + moves.count
  }
}

extension GroupedChanges: CustomStringConvertible {
  /// The numbers of rows in each section and all changes in one line, as in `[2, 1, 3] → [2, 2]:
  /// sections −[1] rows −[0.1] moved [2.0→0.1]`.
  public var description: String {
    var text = "\(oldCounts) → \(newCounts):"
    if isReset { return text + " reset" }
    if isEmpty { return text + " nothing" }
    if !sections.isEmpty { text += " sections" }
    if !sections.removals.isEmpty { text += " −\(sections.removals)" }
    if !sections.insertions.isEmpty { text += " +\(sections.insertions)" }
    guard !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty || !updates.isEmpty else {
      return text
    }
    text += " rows"
    if !removals.isEmpty { text += " −\(removals)" }
    if !insertions.isEmpty { text += " +\(insertions)" }
    if !moves.isEmpty { text += " moved \(moves)" }
    if !updates.isEmpty { text += " updated \(updates)" }
    return text
  }
}
