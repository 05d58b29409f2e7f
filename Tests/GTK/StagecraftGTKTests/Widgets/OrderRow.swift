#if GTK
import StagecraftLists

@testable import StagecraftGTK

struct RowOrder: Identifiable, Sendable {
  var id: Int
}

/// A row of a list that the user drags to another place.
final class OrderRow: Label {
  var order: Int?

  init(onMove: @escaping @MainActor (Drop, Int) -> Bool) {
    super.init()
    setMinimumSize(height: 40)
    addDragSource(.items("order")) { [weak self] in self?.order.map { "\($0)" } }
    addDropTarget(.items("order")) { [weak self] drop in
      guard let order = self?.order else { return false }
      return onMove(drop, order)
    }
  }

  static func list(_ count: Int) -> (LiveList<RowOrder>, ListView<RowOrder>) {
    let orders = LiveList((0..<count).map { RowOrder(id: $0) })
    let list = ListView(orders) {
      OrderRow { drop, target in
        guard let moved = Int(drop.payload), moved != target else { return false }
        var ids = orders.snapshot().map(\.id)
        ids.removeAll { $0 == moved }
        ids.insert(moved, at: ids.firstIndex(of: target)! + (drop.isInLowerHalf ? 1 : 0))
        orders.replaceAll(with: ids.map { RowOrder(id: $0) })
        return true
      }
    } show: { row, order in
      row.order = order.id
      row.text = "Order \(order.id)"
    }
    return (orders, list)
  }

  static func row(_ order: Int, in list: ListView<RowOrder>) -> OrderRow? {
    list.columns[0].all.values.compactMap { $0.widget as? OrderRow }
      .first { $0.order == order && $0.isMapped }
  }
}
#endif
