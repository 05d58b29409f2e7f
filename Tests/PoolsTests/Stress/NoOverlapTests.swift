import StageFloor
import StagecraftPools
import TestSupport
import Testing

/// Many borrowers at the same time: no element ever has two, and in the end none is missing.
@Suite(.timeLimit(.minutes(5)))
struct NoOverlapTests {
  private static let rounds = 2_000

  @Test(arguments: [1, 2, 16], [PoolConfiguration.Overtaking.briefly, .strict])
  func threadsShareAStockOfBooks(copies: Int, overtaking: PoolConfiguration.Overtaking) async throws
  {
    let books = (0..<copies).map { Book(copy: $0) }
    var configuration = PoolConfiguration.plain
    configuration.overtaking = overtaking
    configuration.reuseOrder = .nearest
    let pool = BoundedPool(lending: books, configuration: configuration)
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          try await onThread {
            for _ in 0..<Self.rounds {
              try pool.withElementBlocking { book in
                book.take()
                book.putDown()
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(books.map(\.overlapCount).reduce(0, +) == 0)
    #expect(books.map(\.checkOutCount).reduce(0, +) == 4 * Self.rounds)
    #expect(pool.snapshot.idle == copies)
  }

  @Test(
    arguments: [PoolConfiguration.ReuseOrder.nearest, .lastInFirstOut, .firstInFirstOut], [1, 3])
  func threadsAndImpatientTasksShareAPool(order: PoolConfiguration.ReuseOrder, capacity: Int)
    async throws
  {
    let books = Locked<[Book]>([])
    var configuration = PoolConfiguration.plain
    configuration.reuseOrder = order
    let pool = BoundedPool(capacity: capacity, configuration: configuration) {
      let book = Book()
      books.update { $0.append(book) }
      return book
    }
    let taken = Tally()
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          try await onThread {
            for _ in 0..<Self.rounds {
              try pool.withElementBlocking { book in
                book.take()
                taken.add()
                book.putDown()
              }
            }
          }
        }
      }
      for reader in 0..<6 {
        group.addTask {
          for round in 0..<Self.rounds / 4 {
            let loan = Task {
              try await pool.withElement { book in
                book.take()
                taken.add()
                if round % 7 == 0 { await Task.yield() }
                book.putDown()
              }
            }
            if (round + reader) % 3 == 0 { loan.cancel() }
            _ = await loan.result
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(books.value.count <= capacity)
    #expect(books.value.map(\.overlapCount).reduce(0, +) == 0)
    #expect(books.value.map(\.checkOutCount).reduce(0, +) == taken.count)
    #expect(pool.snapshot.idle == books.value.count)
    #expect(pool.snapshot.onLoan == 0)
  }

  /// The fast path opens between two bursts and closes when the next one begins: each time, a
  /// thread that is about to return an element without the lock must notice a new waiter.
  @Test func fastAndSlowPathsAlternate() async throws {
    let books = [Book(), Book()]
    var configuration = PoolConfiguration.plain
    configuration.reuseOrder = .nearest
    configuration.waitTimeout = nil
    let pool = BoundedPool(lending: books, configuration: configuration)
    for _ in 0..<60 {
      try await onThread {
        for _ in 0..<200 {
          try pool.withElementBlocking { book in
            book.take()
            book.putDown()
          }
        }
      }
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<20 {
              try await pool.withElement { book in
                book.take()
                book.putDown()
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(books.map(\.overlapCount).reduce(0, +) == 0)
    #expect(pool.snapshot.idle == 2)
  }

  @Test(arguments: [PoolConfiguration.ReuseOrder.lastInFirstOut, .nearest])
  func elasticPoolsLendNoElementTwice(order: PoolConfiguration.ReuseOrder) async throws {
    let books = Locked<[Book]>([])
    var configuration = PoolConfiguration()
    configuration.reuseOrder = order
    let pool = ElasticPool(maximumIdle: 3, configuration: configuration) {
      let book = Book()
      books.update { $0.append(book) }
      return book
    }
    try await withThrowingTaskGroup { group in
      for reader in 0..<4 {
        group.addTask {
          try await onThread {
            for round in 0..<Self.rounds {
              let outer = pool.lease()
              outer.element.take()
              if round % 5 == reader {
                pool.withElement { book in
                  book.take()
                  book.putDown()
                }
              }
              outer.element.putDown()
            }
          }
        }
      }
      group.addTask {
        for _ in 0..<200 {
          pool.trim(.fraction(0.5))
          if Int.random(in: 0..<50) == 0 { pool.invalidateAll() }
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    let snapshot = pool.snapshot
    #expect(books.value.map(\.overlapCount).reduce(0, +) == 0)
    #expect(snapshot.onLoan == 0)
    #expect(snapshot.idle + snapshot.discarded.values.reduce(0, +) == books.value.count)
  }

  @Test func aPoolRecoversFromOverload() async throws {
    let made = Tally()
    let pool = BoundedPool(capacity: 2, configuration: .plain) {
      Book(copy: made.add())
    }
    await withTaskGroup { group in
      for _ in 0..<1_000 {
        group.addTask {
          try? await pool.withElement(timeout: .after(.milliseconds(1))) { $0.take() }
        }
      }
    }
    let after = pool.snapshot
    #expect(after.waiting == 0)
    #expect(after.onLoan == 0)
    #expect(made.count <= 2)
    for _ in 0..<10 { try await pool.withElement { _ in } }
    #expect(made.count <= 2)
  }

  @Test func aShutdownAtAnyTimeServesOrRefuses() async throws {
    for round in 0..<200 {
      let pool = BoundedPool(capacity: 2, configuration: .plain) { Book() }
      await withTaskGroup { group in
        for _ in 0..<6 {
          group.addTask {
            do {
              for _ in 0..<10 { try await pool.withElement { _ in await Task.yield() } }
            } catch {
              #expect(error as? PoolError == .shutdown)
            }
          }
        }
        group.addTask {
          for _ in 0..<round % 20 { await Task.yield() }
          let report = await pool.shutdown(failingWaiters: round % 2 != 0)
          #expect(report.isComplete)
        }
      }
      #expect(pool.snapshot.idle == 0)
    }
  }
}
