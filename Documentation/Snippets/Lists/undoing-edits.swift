// Undoing and redoing edits.
// snippet.hide
import StagecraftLists

struct Order: Identifiable, Sendable {
  var id: Int
  var isClosed = false
}

let orders = LiveList((1...4).map { Order(id: $0, isClosed: $0 % 2 == 0) })
// snippet.show
let before = orders.snapshot()
orders.removeAll { $0.isClosed }
orders.revert(to: before)
// snippet.hide
precondition(orders.snapshot().map(\.id) == [1, 2, 3, 4])

orders.removeAll { $0.isClosed }
// snippet.show
let edit = orders.changes(since: before)
let kept = orders.apply(edit.inverted)  // undo
orders.apply(edit)  // redo
// snippet.hide
precondition(kept.isEmpty && orders.snapshot().map(\.id) == [1, 3])
