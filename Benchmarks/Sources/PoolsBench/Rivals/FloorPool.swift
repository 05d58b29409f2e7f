internal import Synchronization

/// Not a pool but the minimum price of an agreement between two threads: one atomic
/// read-modify-write to take, another to give back, on an otherwise unused cache line.
final class FloorPool: BookPool, @unchecked Sendable {  // guard: it has one user
  private let isLent = Atomic(false)
  private var book = Book()

  @inline(__always)
  func withBook(_ body: (inout Book) -> Void) {
    guard isLent.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    else { preconditionFailure("The floor has one user.") }
    body(&book)
    _ = isLent.exchange(false, ordering: .releasing)
  }
}
