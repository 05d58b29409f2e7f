#if SQLite && PostgreSQL
@_spi(Store) import StagecraftSharedPools
import Synchronization
import Testing

@testable import LendCommands

/// A keeper's verb whose outcome is unknown.
@Suite(.timeLimit(.minutes(1))) struct TakeBackTests {
  private let session = LendingSession(id: LendingID(high: 1, low: 1), host: "desk", process: 1)

  private func ask(_ number: UInt64, at store: any LeaseStore) async throws -> LendingAnswer {
    let ask = LendingAsk(
      id: LendingID(high: 0, low: number), session: session.id, wants: [Want()])
    return try await store.perform(.ask(ask), in: "default")
  }

  @Test(arguments: [true, false])
  func theLeaseOfTheNextHolderIsNotTakenBack(isDecided: Bool) async throws {
    let memory = MemoryLeaseStore()
    let store = LosingStore(memory, isDecided: isDecided)
    let lend = TestCommand(store)
    _ = await lend.run("add a")
    _ = try await store.perform(.open(settings: nil, session: session), in: "default")
    _ = try await ask(1, at: store)
    _ = try await ask(2, at: store)
    #expect(await lend.run("take-back a --now --because release").code == 0)
    // The second request has the resource, once.
    let answer = try await ask(2, at: store)
    guard case .asked(.granted) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(store.takeBacks.withLock { $0 } == (isDecided ? 1 : 2))
  }
}

/// A store that loses the first answer to a keeper who takes a resource back, or the request.
private final class LosingStore: LeaseStore {
  private let store: any LeaseStore
  private let isDecided: Bool
  let takeBacks = Mutex(0)

  init(_ store: any LeaseStore, isDecided: Bool) {
    self.store = store
    self.isDecided = isDecided
  }

  func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    guard case .keep(.takeBack) = call else { return try await store.perform(call, in: pool) }
    let number = takeBacks.withLock { count in
      count += 1
      return count
    }
    if number > 1 || isDecided {
      let answer = try await store.perform(call, in: pool)
      if number > 1 { return answer }
    }
    throw LeaseStoreError(.unreachable, "The answer is lost.")
  }

  func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    store.signals(for: session)
  }
}
#endif
