#if GTK
internal import StagecraftLists

struct SectionKeys<Key: Hashable & Sendable, Element: Identifiable & Sendable>
where Element.ID: Sendable {
  /// Maybe newer than the rows that are shown, by changes of other threads: shown in the next
  /// frame.
  let sections: GroupedSnapshot<Key, Element>

  /// Nil unless the row is the first one of its section.
  func header(at position: Int, of rows: ListSnapshot<Element>, in section: Range<Int>) -> Key? {
    guard position == section.lowerBound else { return nil }
    let path =
      sections.index(of: rows[position].id)
      ?? sections.index(of: rows[section.upperBound - 1].id)
    return path.map { sections.sections[$0.section].key }
  }
}

struct HeaderState<Key: Equatable> {
  enum Action: Equatable {
    case none
    case show(Key)
    case hide
  }

  private(set) var key: Key?

  /// The cell shows another row, or its row has become the first of another section.
  mutating func update(to newKey: Key?) -> Action {
    guard newKey != key else { return .none }
    key = newKey
    return newKey.map { .show($0) } ?? .hide
  }
}
#endif
