/// Which registration created each cell of a collection view: UIKit terminates an app that
/// reconfigures a cell with another one, even if both use the same cell class.
@MainActor
struct CellKindTable {
  private struct Entry {
    weak var cell: AnyObject?
    let kind: Int
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var sweepAt = Self.leastSweep

  static let leastSweep = 64

  init() {}

  /// Includes cells that may have been deinitialized.
  var count: Int { entries.count }

  mutating func note(_ cell: AnyObject, _ kind: Int) {
    entries[ObjectIdentifier(cell)] = Entry(cell: cell, kind: kind)
    guard entries.count >= sweepAt else { return }
    entries = entries.filter { $0.value.cell != nil }
    sweepAt = max(Self.leastSweep, entries.count * 2)
  }

  func kind(of cell: AnyObject) -> Int? {
    // A new cell may have the address of a deinitialized one.
    guard let entry = entries[ObjectIdentifier(cell)], entry.cell === cell else { return nil }
    return entry.kind
  }
}
