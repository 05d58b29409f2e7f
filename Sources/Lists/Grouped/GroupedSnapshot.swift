/// An immutable version of a grouped list: the sections in order, and the rows of each.
///
/// ```swift
/// let desk = byBranch.snapshot()
/// let path = RowPath(section: 0, row: 2)
/// print(desk.sections[0].key, desk[path].title)
/// if let path = desk.index(of: order.id) { table.scroll(to: path) }
/// ```
///
/// It may be used on any threads and in any tasks at the same time.
public struct GroupedSnapshot<Key: Hashable & Sendable, Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  /// The rows of all sections, one section after another.
  public let rows: ListSnapshot<Element>
  let table: GroupedTable<Key>
  /// Identifies the grouping and order; changes between versions that differ in it are a reset.
  let epoch: UInt64

  init(rows: ListSnapshot<Element>, table: GroupedTable<Key>, epoch: UInt64) {
    self.rows = rows
    self.table = table
    self.epoch = epoch
  }

  /// Creates grouped rows without a list, for example for a preview or a test.
  ///
  /// - Parameter sections: The sections in order; of sections with equal keys, and of rows with
  ///   equal identities, only the first is used.
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

  /// The number of this version; each update that changes something creates the next one.
  public var version: UInt64 { rows.version }

  /// The number of rows in all sections.
  public var count: Int { rows.count }

  /// Whether there are no rows.
  public var isEmpty: Bool { rows.isEmpty }

  /// The sections, in order.
  public var sections: Sections { Sections(snapshot: self) }

  /// The number of rows in each section.
  public var counts: [Int] { table.counts }

  /// The row at a path.
  ///
  /// - Parameter path: The numbers of a section and of a row in it.
  /// - Complexity: O(log *n*).
  public subscript(path: RowPath) -> Element { sections[path.section][path.row] }

  /// Returns the path of the row with this identity.
  ///
  /// - Parameter id: The identity to look up.
  /// - Returns: The path; nil if there is no such row.
  /// - Complexity: O(log *n*).
  public func index(of id: Element.ID) -> RowPath? {
    rows.index(of: id).map { table.path(of: $0) }
  }

  /// Returns whether both are the same version of the same list; elements are never compared.
  ///
  /// - Parameter other: The snapshot to compare with.
  /// - Returns: Whether both are the same version.
  public func isIdentical(to other: GroupedSnapshot) -> Bool {
    epoch == other.epoch && rows.isIdentical(to: other.rows)
  }
}

extension GroupedSnapshot: Equatable where Element: Equatable {
  /// Returns whether both have the same sections with equal rows, in the same order.
  ///
  /// - Complexity: O(1) if both are the same version of the same list, otherwise O(*n*).
  public static func == (one: GroupedSnapshot, other: GroupedSnapshot) -> Bool {
    if one.isIdentical(to: other) { return true }
    return one.table.keys == other.table.keys && one.table.starts == other.table.starts
      && one.rows == other.rows
  }
}

extension GroupedSnapshot: CustomStringConvertible {
  /// The version and the numbers of rows and sections, as in `Version 3 of a grouped list: 12 rows
  /// in 2 sections`.
  public var description: String {
    "Version \(version) of a grouped list: \(counted(count, "row")) in "
      + counted(table.count, "section")
  }
}
