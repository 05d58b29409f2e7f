internal import Foundation

/// An order as a value of 32 bytes without references.
struct OrderRow: LibraryOrder {
  let id: UUID
  let step: Int
  let branch: Int

  init(id: UUID, step: Int) {
    self.id = id
    self.step = step
    branch = step & 15
  }
}
