internal import Foundation

/// An order as an object.
final class OrderCard: LibraryOrder {
  let id: UUID
  let step: Int

  init(id: UUID, step: Int) {
    self.id = id
    self.step = step
  }

  static func == (one: OrderCard, other: OrderCard) -> Bool {
    one === other || one.id == other.id && one.step == other.step
  }
}
