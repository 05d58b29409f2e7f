import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftPools

/// A borrower whose element is refused by a hook keeps its place in line and its deadline.
@Suite(.timeLimit(.minutes(3)))
struct RefusedElementTests {
  private struct Unfit: Error {}

  /// Hooks whose `prepareForReuse` throws once, after it has run `meanwhile`.
  private func hooks(_ meanwhile: @escaping @Sendable () -> Void) -> PoolHooks<Book> {
    let isArmed = Locked(true)
    var hooks = PoolHooks<Book>()
    hooks.prepareForReuse = { _ in
      let isFirst = isArmed.update { isArmed in
        defer { isArmed = false }
        return isArmed
      }
      guard isFirst else { return }
      meanwhile()
      throw Unfit()
    }
    return hooks
  }

  /// A is granted the idle element immediately, B joins the line while A prepares it, and A's hook
  /// throws.
  @Test func aBorrowerServedImmediatelyKeepsItsTurnWhenItsElementIsRefused() async throws {
    let served = Locked<[String]>([])
    let pools = Locked<[BoundedPool<Book>]>([])
    let tasks = Locked<[Task<Void, any Error>]>([])
    let pool = BoundedPool(
      capacity: 1, configuration: .plain,
      hooks: hooks {
        let pool = pools.value[0]
        let second = Task { try await pool.withElement { _ in served.update { $0.append("B") } } }
        tasks.update { $0.append(second) }
        while pool.snapshot.waiting == 0 {}
      }
    ) { Book() }
    pools.update { $0.append(pool) }
    try await pool.withElement { _ in }
    try await onThread {
      try pool.withElementBlocking { _ in served.update { $0.append("A") } }
    }
    for task in tasks.value { try await task.value }
    #expect(served.value == ["A", "B"])
    pools.update { $0 = [] }
  }

  /// The same in a keyed pool, with borrowers that look for an idle element before they pass their
  /// timeout.
  @Test func aBorrowerOfAKeyKeepsItsTurnWhenItsElementIsRefused() async throws {
    let served = Locked<[String]>([])
    let pools = Locked<[KeyedPool<String, Book>]>([])
    let tasks = Locked<[Task<Void, any Error>]>([])
    let pool = KeyedPool(
      capacity: 1, capacityPerKey: 1, configuration: .plain,
      hooks: hooks {
        let pool = pools.value[0]
        let second = Task {
          try await pool.withElement(for: "Central") { _ in served.update { $0.append("B") } }
        }
        tasks.update { $0.append(second) }
        while pool.snapshot.waiting == 0 {}
      }
    ) { (_: String) in Book() }
    pools.update { $0.append(pool) }
    try await pool.withElement(for: "Central") { _ in }
    try await onThread {
      try pool.withElementBlocking(for: "Central") { _ in served.update { $0.append("A") } }
    }
    for task in tasks.value { try await task.value }
    #expect(served.value == ["A", "B"])
    pools.update { $0 = [] }
  }

  /// The hook takes two of the borrower's three seconds.
  @Test func theTimeoutContinuesWhileAnElementIsRefused() async throws {
    let clock = ManualClock()
    var configuration = PoolConfiguration.plain
    configuration.clock = clock
    let pool = BoundedPool(
      lending: [Book()], configuration: configuration,
      hooks: hooks { clock.advance(by: .seconds(2)) })
    try await pool.withElement { _ in }
    let executor = ManualExecutor()
    let reader = Task(executorPreference: executor) {
      try await pool.withElement(timeout: .after(.seconds(3))) { _ in }
    }
    executor.run()
    #expect(pool.snapshot.waiting == 1)
    let deadline = pool.core.decide(.calm) { state, _, _ in state.machine.nextMoment }
    #expect(deadline == pool.core.timekeeper.now + 1_000_000_000)
    reader.cancel()
    executor.run()
    await #expect(throws: CancellationError.self) { try await reader.value }
  }

  @Test func aBorrowerThatDoesNotWaitGetsAnotherElementForARefusedOne() async throws {
    var configuration = PoolConfiguration.plain
    configuration.recordsTimings = true
    let pool = BoundedPool(
      lending: [Book(copy: 1), Book(copy: 2)], configuration: configuration, hooks: hooks {})
    for _ in 0..<2 { try await pool.withElement { _ in } }
    let copy = try await pool.withElement(timeout: .after(.zero)) {
      // The loan is recorded like any other.
      #expect(pool.loans.map { $0.age != nil } == [true])
      return $0.copy
    }
    #expect(copy == 2)
    #expect(pool.snapshot.discarded == [.preparationFailed: 1])
  }
}
