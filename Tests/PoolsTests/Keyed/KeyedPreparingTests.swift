import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftPools

/// Elements with keys that the pool prepares, validates and destroys in its own tasks.
@Suite("A keyed pool with asynchronous hooks", .timeLimit(.minutes(3)))
struct KeyedPreparingTests {
  // MARK: The machine

  private func talk(capacity: Int, perKey: Int) -> KeyedConversation {
    KeyedConversation(capacity: capacity, perKey: perKey) {
      $0.preparer = .pool
      $0.prepares = true
    }
  }

  @Test("prepares an element while its borrower waits, and lends it to its key's longest waiter")
  func preparesForTheLongestWaiter() {
    var talk = talk(capacity: 4, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.hold(2, "Harbour") == 1)
    #expect(talk.returnElement(0) == [])
    #expect(talk.tryBorrow("Central") == [.refuses])
    #expect(talk.borrow(3, "Central") == [.waits, .prepares(0)])
    #expect(talk.borrow(4, "Harbour") == [.waits])
    #expect(talk.borrow(5, "Central") == [.waits])
    #expect(talk.cancel(3) == [.cancels(3)])
    #expect(talk.prepared(0) == [.resumes(5, 0)])
    #expect(talk.returnElement(1) == [.prepares(1)])
    #expect(talk.prepared(1) == [.resumes(4, 1)])
  }

  @Test("keeps a prepared element that its borrower no longer wants, ready for the next")
  func keepsWhatWasPrepared() {
    var talk = talk(capacity: 4, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.returnElement(0) == [])
    #expect(talk.borrow(2, "Central") == [.waits, .prepares(0)])
    #expect(talk.cancel(2) == [.cancels(2)])
    #expect(talk.prepared(0) == [])
    #expect(talk.borrow(3, "Central") == [.lends(0)])
  }

  @Test("prepares as many elements of a key as borrowers wait for it, and creates the rest")
  func preparesNoMoreThanNeeded() {
    var talk = talk(capacity: 4, perKey: 3)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.hold(2, "Central") == 1)
    #expect(talk.returnElement(0) == [])
    #expect(talk.returnElement(1) == [])
    #expect(talk.borrow(3, "Central") == [.waits, .prepares(1)])
    #expect(talk.machine.slots.idleCount == 1)
    #expect(talk.borrow(4, "Central") == [.waits, .prepares(0)])
    #expect(talk.borrow(5, "Central") == [.waits, .builds(2, "Central")])
    #expect(talk.built(2) == [.resumes(3, 2)])
    #expect(talk.prepared(0) == [.resumes(4, 0)])
    #expect(talk.prepared(1) == [.resumes(5, 1)])
  }

  @Test("does not evict an element that is being prepared; another key waits for its return")
  func evictsOnlyIdleElements() {
    var talk = talk(capacity: 1, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.returnElement(0) == [])
    #expect(talk.borrow(2, "Central") == [.waits, .prepares(0)])
    #expect(talk.borrow(3, "Harbour") == [.waits])
    #expect(talk.prepared(0) == [.resumes(2, 0)])
    #expect(talk.returnElement(0) == [.ends(0, .surplus)])
    #expect(talk.ended(0) == [.builds(0, "Harbour")])
  }

  @Test("does not rely on a preparation that outlasted a wait for the same key")
  func createsAnotherAfterATimeout() {
    var talk = talk(capacity: 4, perKey: 2)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.returnElement(0) == [])
    #expect(talk.borrow(2, "Central", deadline: talk.now + 10) == [.waits, .prepares(0)])
    #expect(talk.pass(10) == [.timesOut(2)])
    #expect(talk.borrow(3, "Central") == [.waits, .builds(1, "Central")])
    let keyIndex = talk.keySlots["Central"]
    #expect(talk.machine.snapshot(of: keyIndex).preparing == 1)
    #expect(talk.prepared(0) == [.resumes(3, 0)])
    #expect(talk.built(1) == [])
    #expect(talk.machine.snapshot(of: keyIndex).onLoan == 1)
  }

  @Test("destroys an element that was invalidated while it was prepared")
  func invalidatesWhatIsPrepared() {
    var talk = talk(capacity: 2, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.returnElement(0) == [])
    #expect(talk.borrow(2, "Central") == [.waits, .prepares(0)])
    guard let keyIndex = talk.keySlots["Central"] else {
      Issue.record("The key is open.")
      return
    }
    #expect(talk.tell { $0.invalidate(keyIndex, at: $1, into: &$2) } == [])
    #expect(talk.prepared(0) == [.ends(0, .invalidated)])
    #expect(talk.ended(0) == [.builds(0, "Central")])
  }

  // MARK: The pool

  @Test("validates, prepares and destroys each element for its key, in the pool's tasks")
  func runsEachHook() async throws {
    let prepared = Tally()
    let destroyed = Tally()
    var hooks = AsyncPoolHooks<CatalogueSession>()
    hooks.validate = { session in
      await Task.yield()
      return session.branch != "Closed"
    }
    hooks.prepareForReuse = { _ in
      await Task.yield()
      prepared.add()
    }
    hooks.destroy = { _, _ in
      await Task.yield()
      destroyed.add()
    }
    var configuration = PoolConfiguration()
    configuration.validationWindow = .zero
    let made = Tally()
    let pool = KeyedPool(
      capacity: 4, capacityPerKey: 1, configuration: configuration, hooks: hooks
    ) { (branch: String) in CatalogueSession(branch: branch, number: made.add()) }
    for _ in 0..<3 {
      #expect(try await pool.withElement(for: "Central") { $0.branch } == "Central")
    }
    #expect(made.count == 1 && prepared.count == 2)
    for _ in 0..<3 { try await pool.withElement(for: "Closed") { _ in } }
    #expect(made.count == 4)
    #expect(await pool.shutdown().isComplete)
    #expect(destroyed.count == 4)
    #expect(pool.snapshot.discarded == [.byHook: 2, .shutdown: 2])
  }

  @Test("counts an evicted element until its destruction has ended, and another key waits for it")
  func evictionIsAwaited() async throws {
    let gate = Gate()
    let made = Tally()
    var hooks = AsyncPoolHooks<CatalogueSession>()
    hooks.destroy = { _, _ in await gate.wait() }
    let pool = KeyedPool(capacity: 1, capacityPerKey: 1, hooks: hooks) { (branch: String) in
      CatalogueSession(branch: branch, number: made.add())
    }
    try await pool.withElement(for: "Central") { _ in }
    let executor = ManualExecutor()
    let reader = Task(executorPreference: executor) {
      try await pool.withElement(for: "Harbour") { $0.branch }
    }
    executor.run()
    #expect(pool.snapshot(of: "Central").destroying == 1)
    #expect(made.count == 1)
    gate.open()
    try await executor.nextJob()
    executor.run()
    #expect(try await reader.value == "Harbour")
    #expect(pool.keys == ["Harbour"])
  }
}
