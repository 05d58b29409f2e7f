internal import StagecraftPools

/// A pool with one book, as the phases of its line use it.
protocol WaitingLine: Sendable {
  /// The loan of the book.
  associatedtype Loan: Sendable

  func take() async throws -> Loan
  func giveBack(_ loan: Loan) async

  /// Waits for the book and returns it immediately.
  func borrow() async throws

  func waitingCount() async -> Int
}

struct StagecraftLine: WaitingLine {
  let pool: BoundedPool<Book>

  func take() async throws -> OwnedLease<Book> {
    try await pool.ownedLease(timeout: .unlimited)
  }

  func giveBack(_ loan: OwnedLease<Book>) async {
    loan.release()
  }

  func borrow() async throws {
    let lease = try await pool.lease(timeout: .unlimited)
    lease.release()
  }

  func waitingCount() async -> Int {
    pool.snapshot.waiting
  }
}

struct ActorLine: WaitingLine {
  let pool: ActorPool

  func take() async throws -> Book {
    try await pool.acquire()
  }

  func giveBack(_ loan: Book) async {
    await pool.release(loan)
  }

  func borrow() async throws {
    await pool.release(try await pool.acquire())
  }

  func waitingCount() async -> Int {
    await pool.waitingCount
  }
}
