import StagecraftTestKit
import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

@Suite("A store in memory", .timeLimit(.minutes(3)))
struct MemoryLeaseStoreTests {
  private let session = TestStore.session(1) as LendingSession

  private func open(_ store: MemoryLeaseStore, _ pool: String = "books") async throws {
    _ = try await store.perform(.open(settings: nil, session: session), in: pool)
    let add = LendingUpkeep.add(name: "a", labels: [], payload: [1], token: TestStore.id(100))
    #expect(try await store.perform(.keep(add), in: pool) == .done)
  }

  private func ask(_ number: UInt64) -> LendingCall {
    .ask(LendingAsk(id: TestStore.id(number), session: session.id, wants: [Want()]))
  }

  @Test("keeps pools apart")
  func pools() async throws {
    let store = MemoryLeaseStore()
    try await open(store)
    try await open(store, "films")
    for pool in ["books", "films"] {
      guard case .asked(.granted(let grant)) = try await store.perform(ask(1), in: pool) else {
        Issue.record("The resource of \(pool) is not free.")
        continue
      }
      #expect(grant.resources.map(\.payload) == [[1]])
    }
    #expect(try await store.perform(ask(1), in: "maps") == .refused(.unknownPool))
    guard case .refused(.invalid) = try await store.perform(ask(1), in: "") else {
      Issue.record("An empty name is accepted.")
      return
    }
  }

  @Test("notifies the session whose request is granted")
  func notifications() async throws {
    let store = MemoryLeaseStore()
    try await open(store)
    var signals = store.signals(for: session.id).makeAsyncIterator()
    let others = store.signals(for: TestStore.session(2))
    guard case .asked(.granted(let grant)) = try await store.perform(ask(1), in: "books") else {
      Issue.record("The resource is not free.")
      return
    }
    _ = try await store.perform(ask(2), in: "books")
    let key = LendingKey(request: TestStore.id(1), fence: grant.fence)
    _ = try await store.perform(.giveBack(LendingReturn(lease: key)), in: "books")
    #expect(await signals.next() == .notification(TestStore.id(2)))
    store.close()
    #expect(await signals.next() == nil)
    for await signal in others { Issue.record("\(signal) is for session 1.") }
  }

  @Test("ends leases by its clock")
  func clock() async throws {
    let clock = ManualClock()
    let store = MemoryLeaseStore(clock: clock)
    try await open(store)
    _ = try await store.perform(ask(1), in: "books")
    clock.advance(by: .seconds(30))
    #expect(try await store.perform(ask(1), in: "books") == .asked(.ended(.expired)))
    guard case .asked(.waiting(.seconds(5)?)) = try await store.perform(ask(2), in: "books") else {
      Issue.record("The grace period has not begun.")
      return
    }
    clock.advance(by: .seconds(5))
    _ = try await store.perform(.sweep, in: "books")
    guard case .asked(.granted) = try await store.perform(ask(2), in: "books") else {
      Issue.record("The grace period has not ended.")
      return
    }
  }

  @Test("decides nothing after it is closed")
  func closed() async throws {
    let store = MemoryLeaseStore()
    try await open(store)
    store.close()
    await #expect(throws: LeaseStoreError.self) { try await store.perform(ask(1), in: "books") }
    for await signal in store.signals(for: session.id) { Issue.record("\(signal)") }
  }

  @Test("notes the time of day")
  func timeOfDay() async throws {
    let store = MemoryLeaseStore()
    try await open(store)
    guard case .events(let log) = try await store.perform(.events(after: 0, limit: 9), in: "books")
    else { return }
    #expect(log.count == 1)
    #expect(log.allSatisfy { $0.time > 1_600_000_000_000_000 })
  }

  @Test("lends each resource to one of many tasks at a time")
  func stress() async throws {
    let store = MemoryLeaseStore()
    try await open(store)
    let holders = Locked(0)
    let grants = Locked(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task: UInt64 in 0..<8 {
        group.addTask {
          for round: UInt64 in 0..<200 {
            let id = TestStore.id(1_000 * (task + 1) + round)
            let wants = LendingAsk(
              id: id, session: session.id, wants: [Want()], joinsLine: false)
            let answer = try await store.perform(.ask(wants), in: "books")
            guard case .asked(.granted(let grant)) = answer else { continue }
            #expect(
              holders.update {
                $0 += 1
                return $0
              } == 1)
            grants.update { $0 += 1 }
            holders.update { $0 -= 1 }
            let key = LendingKey(request: id, fence: grant.fence)
            let closing = try await store.perform(
              .giveBack(LendingReturn(lease: key)), in: "books")
            #expect(closing == .returned(.returned))
          }
        }
      }
      try await group.waitForAll()
    }
    guard case .reported(let report) = try await store.perform(.report, in: "books") else { return }
    #expect(report.count(of: .free) == 1)
    #expect(grants.value > 0)
  }
}
