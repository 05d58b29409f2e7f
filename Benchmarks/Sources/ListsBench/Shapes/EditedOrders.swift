internal import Foundation
internal import StagecraftLists

/// Two versions of a list: as arrays, as ids, and as snapshots.
struct EditedOrders {
  let old: ListSnapshot<OrderRow>
  let new: ListSnapshot<OrderRow>
  let oldRows: [OrderRow]
  let newRows: [OrderRow]

  init(_ count: Int, _ edit: (LiveList<OrderRow>) -> Void) {
    let list = LiveList(OrderRow.orders(0..<count))
    old = list.snapshot()
    edit(list)
    new = list.snapshot()
    oldRows = Array(old)
    newRows = Array(new)
  }

  /// A number of random edits: a change of content, an insertion, a move and a removal in turn.
  init(_ count: Int, edits: Int) {
    self.init(count) { list in
      var numbers = Numbers(seed: UInt64(edits))
      for edit in 0..<edits {
        let position = numbers.below(count - edits)
        switch edit & 3 {
        case 0: list.update(at: position) { $0 = $0.advanced }
        case 1: try? list.insert(OrderRow(number: count + edit), at: position)
        case 2: try? list.move(UUID(number: position), to: numbers.below(count - edits))
        default: _ = try? list.remove(at: position)
        }
      }
    }
  }

  var oldIDs: [UUID] { oldRows.map(\.id) }
  var newIDs: [UUID] { newRows.map(\.id) }
}
