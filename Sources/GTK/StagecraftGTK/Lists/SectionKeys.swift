#if GTK
internal import StagecraftLists

/// Decides which rows have a header above them, and of which section.
struct SectionKeys<Key: Hashable & Sendable, Element: Identifiable & Sendable>
where Element.ID: Sendable {
  /// The sections.
  ///
  /// They can be newer than the rows that are shown, by what other threads have changed since these
  /// were read; that is shown in the next frame.
  let sections: GroupedSnapshot<Key, Element>

  /// Returns what is above a row.
  ///
  /// - Parameters:
  ///   - position: The position of the row.
  ///   - rows: The rows that are shown.
  ///   - section: The positions of the rows in the same section.
  /// - Returns: The key of the section; nil if the row is not the first one.
  func header(at position: Int, of rows: ListSnapshot<Element>, in section: Range<Int>) -> Key? {
    guard position == section.lowerBound else { return nil }
    let path =
      sections.index(of: rows[position].id)
      ?? sections.index(of: rows[section.upperBound - 1].id)
    return path.map { sections.sections[$0.section].key }
  }
}

/// What the header in a cell shows: the key of a section, or nothing.
struct HeaderState<Key: Equatable> {
  enum Action: Equatable {
    case none
    case show(Key)
    case hide
  }

  private(set) var key: Key?

  /// Handles that the cell shows another row, or that its row may have become the first of another
  /// section.
  ///
  /// - Parameter newKey: The key of the section that begins with the row; nil if none does.
  /// - Returns: What to do with the header.
  mutating func update(to newKey: Key?) -> Action {
    guard newKey != key else { return .none }
    key = newKey
    return newKey.map { .show($0) } ?? .hide
  }
}
#endif
