/// A grouped list as it was at one moment: sections in their order, and in each its rows.
///
/// ```swift
/// let desk = byBranch.snapshot()
/// let path = RowPath(section: 0, row: 2)
/// print(desk.sections[0].key, desk[path].title)
/// if let path = desk.index(of: order.id) { table.scroll(to: path) }
/// ```
///
/// It never changes, and may be used from any thread and task, by many at the same time.
public struct GroupedSnapshot<Key: Hashable & Sendable, Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  /// The rows of all sections, one section after another.
  public let rows: ListSnapshot<Element>
  let table: GroupedTable<Key>
  /// Changes between two of them cannot be told in detail.
  let epoch: UInt64

  init(rows: ListSnapshot<Element>, table: GroupedTable<Key>, epoch: UInt64) {
    self.rows = rows
    self.table = table
    self.epoch = epoch
  }

  /// Groups rows without a list, as for a preview or a test.
  ///
  /// - Parameter sections: the sections in their order; of those with one key, and of rows with one
  ///   identity, only the first stays.
  public init(_ sections: some Sequence<(key: Key, rows: [Element])>) {
    var keys: Set<Key> = []
    var ids: Set<Element.ID> = []
    var table: (keys: [Key], counts: [Int]) = ([], [])
    var all: [Element] = []
    for section in sections where keys.insert(section.key).inserted {
      let rows = section.rows.filter { ids.insert($0.id).inserted }
      table.keys.append(section.key)
      table.counts.append(rows.count)
      all.append(contentsOf: rows)
    }
    self.init(
      rows: ListSnapshot(all),
      table: GroupedTable(keys: table.keys, counts: table.counts), epoch: 0)
  }

  /// Which version of its list this is; each step in which something changed makes the next one.
  public var version: UInt64 { rows.version }

  /// How many rows there are in all sections together.
  public var count: Int { rows.count }

  /// Whether there are no rows.
  public var isEmpty: Bool { rows.isEmpty }

  /// The sections in their order.
  public var sections: GroupedSections<Key, Element> { GroupedSections(snapshot: self) }

  /// How many rows each section has.
  public var counts: [Int] { table.counts }

  /// The row at a path.
  ///
  /// - Parameter path: the number of a section, and that of a row in it.
  /// - Complexity: O(log *n*).
  public subscript(path: RowPath) -> Element { sections[path.section][path.row] }

  /// Where a row stands.
  ///
  /// - Parameter id: whose row is asked for.
  /// - Returns: its path; nil if there is no such row.
  /// - Complexity: O(log *n*).
  public func index(of id: Element.ID) -> RowPath? {
    rows.index(of: id).map { table.path(of: $0) }
  }

  /// Whether both are one version of one list; never compares elements.
  public func isIdentical(to other: GroupedSnapshot) -> Bool {
    epoch == other.epoch && rows.isIdentical(to: other.rows)
  }
}

extension GroupedSnapshot: Equatable where Element: Equatable {
  /// Whether both have the same sections with equal rows, in the same order.
  ///
  /// - Complexity: O(1) if both are one version of one list, otherwise O(*n*).
  public static func == (one: GroupedSnapshot, other: GroupedSnapshot) -> Bool {
    if one.isIdentical(to: other) { return true }
    return one.table.keys == other.table.keys && one.table.starts == other.table.starts
      && one.rows == other.rows
  }
}
