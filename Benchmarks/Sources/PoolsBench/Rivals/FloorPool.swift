internal import Synchronization

/// Not a pool but the price of the least that two threads can agree with: one atomic
/// read-modify-write to take, another to give back, on one cache line that nobody else wants.
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
