internal import Harness
internal import StagecraftPools

extension Visitor {
  /// Borrows `times` times and keeps the book for the duration of `hold`.
  static func lease(
    from pool: BoundedPool<Book>, times: Int, holding hold: BusyHold
  ) async throws {
    for _ in 0..<times {
      let lease = try await pool.lease()
      lease.element.value = hold.spin(from: lease.element.value)
    }
  }

  /// The same with the hand-written competitor.
  static func acquire(from pool: ActorPool, times: Int, holding hold: BusyHold) async throws {
    for _ in 0..<times {
      let book = try await pool.acquire()
      book.value = hold.spin(from: book.value)
      await pool.release(book)
    }
  }

  static func acquire(from pool: QueuePool, times: Int, holding hold: BusyHold) async throws {
    for _ in 0..<times {
      let book = try await pool.acquire()
      book.value = hold.spin(from: book.value)
      pool.release(book)
    }
  }

  // MARK: Suspended during the loan

  static func leaseSuspending(
    from pool: BoundedPool<Book>, times: Int, holding hold: BusyHold
  ) async throws {
    for _ in 0..<times {
      let lease = try await pool.lease()
      lease.element.value = hold.spin(from: lease.element.value)
      await Task.yield()
    }
  }

  static func acquireSuspending(
    from pool: QueuePool, times: Int, holding hold: BusyHold
  ) async throws {
    for _ in 0..<times {
      let book = try await pool.acquire()
      book.value = hold.spin(from: book.value)
      await Task.yield()
      pool.release(book)
    }
  }

  static func acquireSuspending(
    from pool: ActorPool, times: Int, holding hold: BusyHold
  ) async throws {
    for _ in 0..<times {
      let book = try await pool.acquire()
      book.value = hold.spin(from: book.value)
      await Task.yield()
      await pool.release(book)
    }
  }
}
