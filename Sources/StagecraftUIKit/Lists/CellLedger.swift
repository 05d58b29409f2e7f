/// Remembers by which registration each cell of a collection view was made.
///
/// A cell belongs to one registration for as long as it lives. UIKit ends an app that configures it anew
/// by another one, also if both have the same class of cells.
@MainActor
struct CellLedger {
  private struct Entry {
    weak var cell: AnyObject?
    let kind: Int
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var sweepAt = Self.leastSweep

  static let leastSweep = 64

  init() {}

  /// How many cells are remembered, some of which may have ended.
  var count: Int { entries.count }

  /// A cell was handed out for this kind.
  mutating func note(_ cell: AnyObject, _ kind: Int) {
    entries[ObjectIdentifier(cell)] = Entry(cell: cell, kind: kind)
    guard entries.count >= sweepAt else { return }
    entries = entries.filter { $0.value.cell != nil }
    sweepAt = max(Self.leastSweep, entries.count * 2)
  }

  /// Of which kind a cell is; nil if it was never handed out.
  func kind(of cell: AnyObject) -> Int? {
    // Another cell may have come where one was that has ended.
    guard let entry = entries[ObjectIdentifier(cell)], entry.cell === cell else { return nil }
    return entry.kind
  }
}
