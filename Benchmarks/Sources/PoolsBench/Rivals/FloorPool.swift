internal import Synchronization

/// Not a pool, but the minimum cost of an agreement between two threads: one atomic
/// read-modify-write operation to take, another to return, on an otherwise unused cache line.
final class FloorPool: BookPool, @unchecked Sendable {  // guard: one thread uses it
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
