import StagecraftMemory
import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@Suite("Under pressure, a pool with a limit", .timeLimit(.minutes(3)))
struct BoundedShrinkingTests {
  let rig = PressureRig()
  let endings = Endings()

  @Test("destroys idle elements down to its minimum, and creates none for it")
  func keepsItsMinimum() async throws {
    let made = Tally()
    var configuration = PoolConfiguration.plain
    configuration.minimumIdle = 2
    configuration.reuseOrder = .lastInFirstOut
    let pool = BoundedPool(capacity: 6, configuration: configuration, hooks: endings.hooks) {
      Book(copy: made.add())
    }
    try await pool.warmUp(to: 6)
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 10)
    #expect(await rig.press(.elevated, target: 20).map(\.released) == [20])
    #expect(await rig.press(.critical).map(\.released) == [20])
    #expect(pool.snapshot.idle == 2)
    #expect(made.count == 6)
    #expect(endings.books.value.count == 4)
    #expect(pool.snapshot.discarded == [.trimmed: 4])
  }

  @Test("serves its waiters unaffected")
  func servesWaiters() async throws {
    let executor = ManualExecutor()
    let pool = BoundedPool(capacity: 1, hooks: endings.hooks) { Book() }
    let loan = try await pool.ownedLease()
    let reader = Task(executorPreference: executor) { try await pool.lease().element.copy }
    executor.run()
    #expect(pool.snapshot.waiting == 1)
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 10)
    #expect(await rig.press(.critical).map(\.released) == [0])
    #expect(pool.snapshot.waiting == 1)
    loan.release()
    try await executor.nextJob()
    executor.run()
    #expect(try await reader.value == 0)
    #expect(endings.books.value.isEmpty)
  }

  @Test("recreates elements for the next borrowers")
  func recovers() async throws {
    let made = Tally()
    let pool = BoundedPool(capacity: 2) { Book(copy: made.add()) }
    try await pool.withElement { _ in }
    pool.registerForPressure(with: rig.pressure)
    _ = await rig.press(.critical)
    #expect(pool.snapshot.idle == 0)
    #expect(try await pool.withElement { $0.copy } == 2)
  }

  @Test("keeps a given stock")
  func keepsAStock() async {
    let pool = BoundedPool(lending: [Book(), Book()])
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 10)
    let entries = await rig.press(.critical)
    #expect(entries.map(\.estimated) == [0])
    #expect(entries.map(\.released) == [0])
    #expect(pool.snapshot.idle == 2)
  }

  @Test("releases nothing once it is shut down")
  func afterShutdown() async throws {
    let pool = BoundedPool(capacity: 2) { Book() }
    try await pool.warmUp(to: 2)
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 10)
    await pool.shutdown()
    #expect(await rig.press(.critical).map(\.released) == [0])
  }

  @Test("destroys the coldest elements of all keys")
  func ofAnyKey() async throws {
    let pool = KeyedPool<String, CatalogueSession>(capacity: 8, capacityPerKey: 2) {
      CatalogueSession(branch: $0)
    }
    for branch in ["A", "B", "C", "D"] { try await pool.withElement(for: branch) { _ in } }
    let loan = try await pool.ownedLease(for: "A")
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 10)
    #expect(await rig.press(.elevated, target: 15).map(\.released) == [20])
    #expect(pool.keys.sorted() == ["A", "D"])
    #expect(await rig.press(.critical).map(\.released) == [10])
    #expect(pool.keys == ["A"])
    #expect(loan.element.branch == "A")
    loan.release()
    #expect(pool.snapshot.idle == 1)
  }

  @Test("serves waiters of one key when it destroys elements of others")
  func servesWaitersForAKey() async throws {
    let executor = ManualExecutor()
    let pool = KeyedPool<String, CatalogueSession>(capacity: 4, capacityPerKey: 1) {
      CatalogueSession(branch: $0)
    }
    try await pool.withElement(for: "B") { _ in }
    let loan = try await pool.ownedLease(for: "A")
    let reader = Task(executorPreference: executor) {
      try await pool.lease(for: "A").element.branch
    }
    executor.run()
    #expect(pool.snapshot.waiting == 1)
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 10)
    #expect(await rig.press(.critical).map(\.released) == [10])
    loan.release()
    try await executor.nextJob()
    executor.run()
    #expect(try await reader.value == "A")
  }
}
