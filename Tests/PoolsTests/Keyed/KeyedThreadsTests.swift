import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@Suite("A keyed pool, used by threads", .timeLimit(.minutes(3)))
struct KeyedThreadsTests {
  private func sessions(capacity: Int, perKey: Int) -> KeyedPool<String, CatalogueSession> {
    KeyedPool(capacity: capacity, capacityPerKey: perKey) { CatalogueSession(branch: $0) }
  }

  /// Waits until a borrower is in line for this branch.
  private func untilInLine(
    _ pool: KeyedPool<String, CatalogueSession>, for branch: String
  ) async {
    // The events are stored from here on, so a borrower that joins after the check is not missed.
    let events = pool.events
    if pool.snapshot(of: branch).waiting > 0 { return }
    for await _ in events where pool.snapshot(of: branch).waiting > 0 { return }
  }

  @Test("lends to threads, which sleep until tasks return their elements")
  func blocks() async throws {
    let pool = sessions(capacity: 2, perKey: 1)
    let held = try await pool.ownedLease(for: "Central")
    async let branch = onThread {
      try pool.withElementBlocking(for: "Central") { $0.branch }
    }
    async let other = onThread { try pool.leaseBlocking(for: "Harbour").element.branch }
    #expect(try await other == "Harbour")
    await untilInLine(pool, for: "Central")
    held.release()
    #expect(try await branch == "Central")
    #expect(pool.snapshot.onLoan == 0)
  }

  @Test("lets threads and tasks wait in one line without overtaking")
  func oneLine() async throws {
    let pool = sessions(capacity: 1, perKey: 1)
    let served = Served()
    let executor = ManualExecutor()
    let held = try await pool.ownedLease(for: "Central")
    async let thread: Void = onThread {
      try pool.withElementBlocking(for: "Central") { _ in served.note(1) }
    }
    await untilInLine(pool, for: "Central")
    let task = Task(executorPreference: executor) {
      try await pool.withElement(for: "Central") { _ in served.note(2) }
    }
    executor.run()
    #expect(pool.snapshot.waiting == 2)
    held.release()
    try await thread
    try await executor.nextJob()
    executor.run()
    try await task.value
    #expect(served.all == [1, 2])
  }

  @Test("ends a thread's wait at its timeout")
  func timesOut() async throws {
    let pool = sessions(capacity: 1, perKey: 1)
    let held = try await pool.ownedLease(for: "Central")
    await #expect(throws: PoolError.timedOut) {
      try await onThread {
        try pool.withElementBlocking(for: "Harbour", timeout: .after(.milliseconds(5))) { _ in }
      }
    }
    #expect(pool.keys == ["Central"])
    held.release()
    #expect(pool.snapshot.idle == 1)
  }
}
