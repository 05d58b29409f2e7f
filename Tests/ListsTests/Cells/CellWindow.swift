import StagecraftLists
import StagecraftPools

/// A row of a list of orders.
struct CellOrder: Identifiable, Sendable, Equatable {
  var id: Int
  var title: String
  var isHeading = false
}

/// A cell that records its calls.
final class OrderCell {
  private(set) var title: String?
  private(set) var resets = 0
  private(set) var shows = 0

  func show(_ order: CellOrder) {
    title = order.title
    shows += 1
  }

  func reset() {
    title = nil
    resets += 1
  }
}

final class HeadingCell {
  var title: String?
}

extension ReuseIdentifier where Element == OrderCell {
  static let orderCell = ReuseIdentifier("order cell")
}

extension ReuseIdentifier where Element == HeadingCell {
  static let headingCell = ReuseIdentifier("heading")
}

extension CellPool where Row == CellOrder {
  /// Creates a pool with both kinds of cells.
  static func makeDesk(maximumIdle: Int = 16) -> CellPool {
    let pool = CellPool()
    pool.register(
      .orderCell, maximumIdle: maximumIdle, make: { OrderCell() },
      prepareForReuse: { $0.reset() }, show: { cell, order in cell.show(order) })
    pool.register(
      .headingCell, make: { HeadingCell() }, show: { cell, order in cell.title = order.title })
    return pool
  }
}

/// A table with some rows visible.
///
/// It requests a cell for each row that becomes visible, as a toolkit does, and returns those of
/// rows that disappear.
final class CellWindow {
  let pool: CellPool<CellOrder>
  private(set) var rows: [CellOrder] = []
  private(set) var visible = 0..<0

  init(pool: CellPool<CellOrder>) { self.pool = pool }

  var visibleRows: ArraySlice<CellOrder> { rows[visible] }

  func show(_ rows: [CellOrder], from first: Int, height: Int) {
    self.rows = rows
    scroll(to: first, height: height)
  }

  func scroll(to first: Int, height: Int) {
    let first = min(max(0, first), rows.count)
    visible = first..<min(rows.count, first + height)
    pool.enqueueAll(except: Set(visibleRows.map(\.id)))
    for row in visibleRows where pool.rowIDs.contains(row.id) == false { give(row) }
  }

  private func give(_ row: CellOrder) {
    if row.isHeading {
      _ = pool.dequeue(.headingCell, for: row)
    } else {
      _ = pool.dequeue(.orderCell, for: row)
    }
  }

  /// Replaces a row, and updates it where it is visible.
  func change(_ row: CellOrder) {
    guard let place = rows.firstIndex(where: { $0.id == row.id }) else { return }
    let wasHeading = rows[place].isHeading
    rows[place] = row
    if wasHeading == row.isHeading {
      pool.reconfigure(row)
    } else if visible.contains(place) {
      give(row)
    }
  }
}
