import StagecraftPools
import StagecraftTestKit
import Testing

/// A session with the catalogue of one branch of the library.
final class CatalogueSession: Sendable {
  let branch: String
  let book: Book

  init(branch: String, number: Int = 0) {
    self.branch = branch
    book = Book(copy: number)
  }
}

@Suite("A keyed pool", .timeLimit(.minutes(3)))
struct KeyedPoolTests {
  private func sessions(
    capacity: Int, perKey: Int, made: Tally = Tally(),
    hooks: PoolHooks<CatalogueSession> = PoolHooks(),
    _ configure: (inout PoolConfiguration) -> Void = { _ in }
  ) -> KeyedPool<String, CatalogueSession> {
    var configuration = PoolConfiguration()
    configure(&configuration)
    return KeyedPool(
      capacity: capacity, capacityPerKey: perKey, configuration: configuration, hooks: hooks
    ) { CatalogueSession(branch: $0, number: made.add()) }
  }

  @Test("lends elements of the key, and creates no more than necessary")
  func lendsByKey() async throws {
    let made = Tally()
    let pool = sessions(capacity: 4, perKey: 2, made: made)
    for _ in 0..<3 {
      for branch in ["Central", "Harbour"] {
        let lease = try await pool.lease(for: branch)
        #expect(lease.element.branch == branch)
        lease.release()
        #expect(try await pool.withElement(for: branch) { $0.branch } == branch)
      }
    }
    #expect(made.count == 2)
    #expect(!pool.hasIdle(for: "North"))
    #expect(pool.keys.sorted() == ["Central", "Harbour"])
    let numbers = pool.snapshot(of: "Central")
    #expect(numbers.idle == 1 && numbers.onLoan == 0 && numbers.capacity == 2)
    #expect(pool.snapshot(of: "North").idle == 0)
    #expect(pool.snapshot.idle == 2)
    #expect(pool.snapshot.created == 2)
  }

  @Test("destroys the coldest element of another key for a key without one, and forgets empty keys")
  func evictsAndForgets() async throws {
    let pool = sessions(capacity: 3, perKey: 2)
    for branch in ["A", "B", "C", "A", "D"] { try await pool.withElement(for: branch) { _ in } }
    #expect(pool.keys.sorted() == ["A", "C", "D"])
    #expect(pool.snapshot.discarded == [.surplus: 1])
    for number in 0..<2000 { try await pool.withElement(for: "\(number)") { _ in } }
    #expect(pool.keys.count == 3)
    pool.trim(.all)
    #expect(pool.keys.isEmpty)
  }

  @Test("serves a waiter of a key at its capacity when an element of that key is returned")
  func waitsForItsKey() async throws {
    let pool = sessions(capacity: 4, perKey: 1)
    let executor = ManualExecutor()
    let held = try await pool.ownedLease(for: "Central")
    let waiter = Task(executorPreference: executor) {
      try await pool.withElement(for: "Central") { $0.book.copy }
    }
    executor.run()
    #expect(pool.snapshot(of: "Central").waiting == 1)
    #expect(try await pool.withElement(for: "Harbour") { $0.branch } == "Harbour")
    held.release()
    executor.run()
    #expect(try await waiter.value == 1)
    #expect(pool.snapshot(of: "Central").waiting == 0)
  }

  @Test("gives capacity to the longest waiter, not to the busiest key")
  func oldestFirst() async throws {
    let pool = sessions(capacity: 1, perKey: 1)
    let executor = ManualExecutor()
    let held = try await pool.ownedLease(for: "Central")
    let served = Served()
    let branches = ["Harbour", "Central", "Central", "North"]
    let readers = branches.enumerated().map { number, branch in
      let task = Task(executorPreference: executor) {
        try await pool.withElement(for: branch) { session in
          #expect(session.branch == branch)
          served.note(number)
        }
      }
      executor.run()
      return task
    }
    held.release()
    while served.all.count < 4 {
      try await executor.nextJob()
      executor.run()
    }
    for reader in readers { try await reader.value }
    #expect(served.all == [0, 1, 2, 3])
    #expect(pool.snapshot.created == 4)
  }

  @Test("removes a cancelled waiter, before and while it waits, and loses no element")
  func cancellation() async throws {
    let pool = sessions(capacity: 1, perKey: 1)
    let executor = ManualExecutor()
    let held = try await pool.ownedLease(for: "Central")
    let early = Task(executorPreference: executor) {
      try await pool.withElement(for: "Harbour") { $0.branch }
    }
    early.cancel()
    executor.run()
    await #expect(throws: CancellationError.self) { try await early.value }
    let late = Task(executorPreference: executor) {
      try await pool.withElement(for: "Harbour") { $0.branch }
    }
    executor.run()
    #expect(pool.keys.sorted() == ["Central", "Harbour"])
    late.cancel()
    executor.run()
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(pool.keys == ["Central"])
    held.release()
    #expect(pool.snapshot(of: "Central").idle == 1)
    #expect(pool.snapshot.cancellations == 2)
  }

  @Test("ends waits at their deadlines with one alarm")
  func timeouts() async throws {
    let clock = ManualClock()
    let pool = sessions(capacity: 2, perKey: 1) {
      $0.clock = clock
      $0.name = "sessions"
    }
    let executor = ManualExecutor()
    let held = try await pool.ownedLease(for: "Central")
    let slow = Task(executorPreference: executor) { try await pool.lease(for: "Central").release() }
    executor.run()
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(30))
    let quick = Task(executorPreference: executor) {
      try await pool.lease(for: "Central", timeout: .after(.seconds(2))).release()
    }
    executor.run()
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(2))
    clock.advance(by: .seconds(2))
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(30))
    executor.run()
    let error = await #expect(throws: PoolError.self) { try await quick.value }
    #expect(error == .timedOut)
    #expect(error?.description.contains("sessions") == true)
    await #expect(throws: PoolError.timedOut) {
      try await pool.lease(for: "Central", timeout: .after(.zero)).release()
    }
    held.release()
    executor.run()
    try await slow.value
    #expect(pool.snapshot.timeouts == 2)
  }

  @Test("throws the error of a failed creation to its own key, and delays only that key")
  func failingCreation() async throws {
    let clock = ManualClock()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    let attempts = Tally()
    let pool = KeyedPool(capacity: 4, capacityPerKey: 2, configuration: configuration) {
      (branch: String) in
      if branch == "Harbour", attempts.add() < 3 { throw Flooded(attempt: attempts.count) }
      return CatalogueSession(branch: branch)
    }
    let central = try await pool.ownedLease(for: "Central")
    await #expect(throws: Flooded(attempt: 1)) {
      try await pool.lease(for: "Harbour", timeout: .unlimited).release()
    }
    #expect(pool.snapshot(of: "Harbour").isPaused)
    // Holds one element, and waits for the pause: not a deadlock.
    let executor = ManualExecutor()
    let patient = Task(executorPreference: executor) {
      try await pool.lease(for: "Harbour", timeout: .unlimited).release()
    }
    executor.run()
    #expect(try await pool.withElement(for: "North") { $0.branch } == "North")
    #expect(attempts.count == 1)
    clock.advance(by: .milliseconds(60))
    try await executor.nextJob()
    executor.run()
    await #expect(throws: Flooded(attempt: 2)) { try await patient.value }
    let last = Task(executorPreference: executor) {
      try await pool.withElement(for: "Harbour", timeout: .unlimited) { $0.branch }
    }
    executor.run()
    clock.advance(by: .milliseconds(120))
    try await executor.nextJob()
    executor.run()
    #expect(try await last.value == "Harbour")
    #expect(!pool.snapshot(of: "Harbour").isPaused)
    central.release()
  }

  @Test("detects a borrower that holds the last element of a key and would wait for another")
  func nestedBorrowing() async throws {
    let pool = sessions(capacity: 3, perKey: 1) { $0.nestedBorrowing = .refused }
    try await pool.withElement(for: "Central") { _ in
      await #expect(throws: PoolError.wouldDeadlock) {
        try await pool.lease(for: "Central").release()
      }
      try await pool.withElement(for: "Harbour") { _ in
        try await pool.withElement(for: "North") { _ in
          _ = await #expect(throws: PoolError.wouldDeadlock) {
            try await pool.lease(for: "West").release()
          }
        }
      }
    }
    #expect(pool.snapshot.waiting == 0)
    #expect(pool.keys.sorted() == ["Central", "Harbour", "North"])
  }

  @Test("invalidates one key or all")
  func invalidates() async throws {
    let pool = sessions(capacity: 4, perKey: 2)
    let held = try await pool.ownedLease(for: "Central")
    try await pool.withElement(for: "Harbour") { _ in }
    pool.invalidate("Central")
    pool.invalidate("Nowhere")
    held.release()
    #expect(pool.keys == ["Harbour"])
    pool.invalidateAll()
    #expect(pool.keys.isEmpty)
    #expect(pool.snapshot.discarded == [.invalidated: 2])
  }

  @Test("runs the hooks, and gives a borrower another element without loss of its place")
  func hooks() async throws {
    var hooks = PoolHooks<CatalogueSession>()
    hooks.prepareForReuse = { if $0.book.copy == 1 { throw Flooded() } }
    hooks.onReturn = { $0.book.copy == 3 ? .discard : .reuse }
    let pool = sessions(capacity: 2, perKey: 1, hooks: hooks)
    #expect(try await pool.withElement(for: "Central") { $0.book.copy } == 1)
    #expect(try await pool.withElement(for: "Central") { $0.book.copy } == 2)
    #expect(try await pool.withElement(for: "Central") { $0.book.copy } == 2)
    #expect(try await pool.withElement(for: "Harbour") { $0.book.copy } == 3)
    #expect(pool.keys == ["Central"])
    try await pool.lease(for: "Central").discard()
    #expect(try await pool.lease(for: "Harbour").detach().branch == "Harbour")
    #expect(pool.snapshot.discarded == [.preparationFailed: 1, .byHook: 1, .byBorrower: 1])
    #expect(pool.keys.isEmpty)
  }

  @Test("serves more waiters when its capacities are raised")
  func capacities() async throws {
    let pool = sessions(capacity: 1, perKey: 1)
    let held = try await pool.ownedLease(for: "Central")
    let executor = ManualExecutor()
    let reader = Task(executorPreference: executor) {
      try await pool.withElement(for: "Central") { $0.book.copy }
    }
    executor.run()
    pool.setCapacity(2, perKey: 2)
    try await executor.nextJob()
    executor.run()
    #expect(try await reader.value == 2)
    pool.setCapacity(1, perKey: 1)
    held.release()
    #expect(pool.snapshot.idle <= 1)
    #expect(pool.snapshot.capacity == 1)
  }

  @Test("is shut down once all elements are returned, and lists the remaining holders")
  func shutdown() async throws {
    let pool = sessions(capacity: 2, perKey: 1)
    let held = try await pool.ownedLease(for: "Central")
    let line = #line - 1
    let report = await pool.shutdown(deadline: .zero)
    #expect(!report.isComplete)
    #expect(report.loans.map(\.site.line) == [UInt(line)])
    await #expect(throws: PoolError.shutdown) { try await pool.lease(for: "Harbour").release() }
    #expect(pool.keys == ["Central"])
    #expect(!pool.hasIdle(for: "Central"))
    held.release()
    #expect(await pool.shutdown().isComplete)
    #expect(pool.keys.isEmpty)
  }
}

extension KeyedPool {
  /// Whether ``tryLease(for:)`` finds an idle element.
  func hasIdle(for key: Key) -> Bool {
    guard let lease = tryLease(for: key) else { return false }
    lease.release()
    return true
  }
}
