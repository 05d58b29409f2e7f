// A store that lets the machine decide, and a store that fails.
// snippet.hide
@_spi(Store) import StagecraftSharedPools
@_spi(Store) import StagecraftTestKit

/// What a real engine would do.
struct Engine<Tables: LendingRecords>: Sendable where Tables.Failure == LeaseStoreError {
  func transaction<Value>(
    in pool: String, _ body: (inout Tables, Int64) throws(LeaseStoreError) -> Value
  ) throws(LeaseStoreError) -> Value {
    throw LeaseStoreError(.unreachable, "This example has no engine.")
  }

  func send(_ notification: LendingMachine<Tables>.Notification) {}

  func listen(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    AsyncStream { $0.finish() }
  }
}

// snippet.show
/// A store on an engine whose tables are `Tables`.
struct ShelfStore<Tables: LendingRecords>: LeaseStore where Tables.Failure == LeaseStoreError {
  let engine: Engine<Tables>

  func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    let decision = try engine.transaction(in: pool) { tables, now throws(LeaseStoreError) in
      // The pool is locked, and `now` was read from the engine's clock afterwards.
      var machine = LendingMachine(tables)
      let decision = try machine.decide(call, at: now)
      tables = machine.records
      return decision
    }
    for notification in decision.notifications { engine.send(notification) }
    return decision.answer
  }

  func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    engine.listen(for: session)
  }
}
// snippet.hide

func lose() async throws {
  let clock = ManualClock()
  // snippet.show
  let store = FaultStore(MemoryLeaseStore(clock: clock))
  store.plan(.loseAnswer, for: .giveBack)
  // snippet.hide
  print(store.requests.count)
}

func expire() async throws {
  // snippet.show
  let clock = ManualClock()
  let store = MemoryLeaseStore(clock: clock)
  let books = try await SharedPool("books", at: store)
  // snippet.hide
  print(books.name)
}

try await lose()
try await expire()
