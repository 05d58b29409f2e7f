internal import Stagecraft

/// What somebody wants to happen to the orders.
///
/// Rows are named by identity, never by position.
enum OrderEdit: Sendable {
  /// An order comes, below another one.
  case add(Order, after: Order.ID)
  /// The desk has come a step further with an order.
  case advance(Order.ID)
  /// Somebody is in a hurry: an order goes above another one.
  case move(Order.ID, before: Order.ID)
  /// The reader takes the order away, or back.
  case remove(Order.ID)

  /// Makes the edit.
  ///
  /// - Returns: whether something has changed; not if an order that it names is gone.
  func make(in draft: inout ListDraft<Order>) -> Bool {
    switch self {
    case .add(let order, let neighbour):
      return (try? draft.insert(order, after: neighbour)) != nil
    case .advance(let id):
      return draft.update(id) { $0.state = $0.state.next } != nil
    case .move(let id, let neighbour):
      let former = draft.index(of: id)
      guard (try? draft.move(id, before: neighbour)) != nil else { return false }
      return draft.index(of: id) != former
    case .remove(let id):
      return draft.remove(id) != nil
    }
  }

  /// Makes an edit that was accepted once more, on a plain array.
  ///
  /// This is what the edit means, in the plainest words; the list is compared with it.
  ///
  /// - Returns: whether it could be made.
  func repeated(on rows: inout [Order]) -> Bool {
    func position(_ id: Order.ID) -> Int? { rows.firstIndex { $0.id == id } }
    switch self {
    case .add(let order, let neighbour):
      guard position(order.id) == nil, let place = position(neighbour) else { return false }
      rows.insert(order, at: place + 1)
    case .advance(let id):
      guard let place = position(id) else { return false }
      rows[place].state = rows[place].state.next
    case .move(let id, let neighbour):
      guard id != neighbour, let source = position(id), position(neighbour) != nil else {
        return false
      }
      let order = rows.remove(at: source)
      guard let target = position(neighbour) else { return false }
      rows.insert(order, at: target)
    case .remove(let id):
      guard let place = position(id) else { return false }
      rows.remove(at: place)
    }
    return true
  }
}
