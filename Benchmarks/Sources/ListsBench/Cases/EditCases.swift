internal import Harness

extension Case {
  /// One edit, and a snapshot after it, while the previous snapshot is still held.
  static var edits: [Case] {
    ListSize.allCases.flatMap { size in
      [
        editing(OrderCard.self, "class", size), editing(OrderRow.self, "struct", size),
        editingByID(OrderRow.self, size), inserting(OrderRow.self, size),
        moving(OrderRow.self, size), removing(OrderRow.self, size),
      ]
    }
  }

  @inline(__always)
  private static func editing<Order: LibraryOrder>(
    _ type: Order.Type, _ kind: String, _ size: ListSize
  ) -> Case {
    Case(
      "edit-snapshot-\(kind)-\(size.name)",
      "an order (\(kind)) at a random position changes, and a snapshot is taken", textbook: "array"
    ) {
      let orders = Order.orders(0..<size.rawValue)
      let live = LiveDesk(orders)
      let array = ArrayDesk(orders)
      return [
        .onThread("stagecraft") { live.advancePositions($0) },
        .onThread("array") { array.advancePositions($0) },
      ]
    }
  }

  @inline(__always)
  private static func editingByID<Order: LibraryOrder>(
    _ type: Order.Type, _ size: ListSize
  ) -> Case {
    Case(
      "edit-by-id-\(size.name)", "the order with a random id changes, and a snapshot is taken",
      textbook: "array"
    ) {
      let orders = Order.orders(0..<size.rawValue)
      let live = LiveDesk(orders)
      let array = ArrayDesk(orders)
      let dictionary = DictionaryDesk(orders)
      return [
        .onThread("stagecraft") { live.advanceIDs($0) },
        .onThread(byPosition) { live.advancePositions($0) },
        .onThread("array") { array.advanceIDs($0) },
        .onThread("dictionary") { dictionary.advanceIDs($0) },
      ]
    }
  }

  @inline(__always)
  private static func inserting<Order: LibraryOrder>(
    _ type: Order.Type, _ size: ListSize
  ) -> Case {
    Case(
      "insert-snapshot-\(size.name)",
      "an order is inserted at a random position, and a snapshot is taken", textbook: "array"
    ) {
      let orders = Order.orders(0..<size.rawValue)
      let live = LiveDesk(orders)
      let array = ArrayDesk(orders)
      return [
        Subject("stagecraft") { live.insertAnywhere($0) },
        .onThread(byPosition) { live.advancePositions($0) },
        Subject("array") { array.insertAnywhere($0) },
      ]
    }
  }

  @inline(__always)
  private static func moving<Order: LibraryOrder>(
    _ type: Order.Type, _ size: ListSize
  ) -> Case {
    Case(
      "move-snapshot-\(size.name)",
      "an order moves between random positions, and a snapshot is taken", textbook: "array"
    ) {
      let orders = Order.orders(0..<size.rawValue)
      let live = LiveDesk(orders)
      let array = ArrayDesk(orders)
      return [
        .onThread("stagecraft") { live.moveAnywhere($0) },
        .onThread(byPosition) { live.advancePositions($0) },
        .onThread("array") { array.moveAnywhere($0) },
      ]
    }
  }

  @inline(__always)
  private static func removing<Order: LibraryOrder>(
    _ type: Order.Type, _ size: ListSize
  ) -> Case {
    Case(
      "remove-snapshot-\(size.name)",
      "an order at a random position is removed, and a snapshot is taken", textbook: "array"
    ) {
      let orders = Order.orders(0..<size.rawValue)
      let live = LiveDesk(orders)
      let array = ArrayDesk(orders)
      return [
        Subject("stagecraft") { live.removeAnywhere($0) },
        .onThread(byPosition) { live.advancePositions($0) },
        Subject("array") { array.removeAnywhere($0) },
      ]
    }
  }

  /// The subject that other edits of the same case are compared with.
  static let byPosition = "stagecraft-edit"
}
