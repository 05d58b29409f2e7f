import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

@Suite(.timeLimit(.minutes(3)))
struct PurgeableAsyncValueTests {
  private let made = Locked(0)

  private func makeNotices(
    behind gate: Gate? = nil
  ) -> PurgeableAsyncValue<Cover> {
    PurgeableAsyncValue(
      "notices", cost: .fetched, under: nil, size: { $0.bytes },
      make: { [made] in
        await gate?.wait()
        try Task.checkCancellation()
        return Cover(
          book: made.update { count in
            count += 1
            return count
          }, bytes: 100)
      })
  }

  @Test func valueIsCreatedOnceAndAgainAfterAPurge() async throws {
    let notices = makeNotices()
    #expect(!notices.isLoaded)
    #expect(try await notices.value().book == 1)
    #expect(try await notices.value().book == 1)
    #expect(notices.isLoaded && notices.loadedValue?.book == 1)
    #expect(notices.purge() == 100)
    #expect(try await notices.withValue { $0.book } == 2)
  }

  @Test func valueInUseIsNotPurged() async throws {
    let notices = makeNotices()
    try await notices.withValue { _ in
      #expect(notices.store.release(ReleaseRequest(level: .critical)) == 0)
      let again = try await notices.value()
      #expect(again.book == 1)
      #expect(notices.purge() == 0 && notices.isLoaded)
    }
    #expect(!notices.isLoaded)
  }

  @Test func readersShareOneCreationAndCancelIndividually() async throws {
    let (gate, executor) = (Gate(), ManualExecutor())
    let notices = makeNotices(behind: gate)
    let readers = (0..<3).map { _ in
      Task(executorPreference: executor) { try await notices.value() }
    }
    executor.run()
    readers[1].cancel()
    executor.run()
    await #expect(throws: CancellationError.self) { try await readers[1].value }
    gate.open()
    for outcome in await outcomes([readers[0], readers[2]], on: executor) {
      #expect(try outcome.get().book == 1)
    }
  }

  @Test func creationWithoutReadersIsNotReused() async throws {
    let (gate, executor) = (Gate(), ManualExecutor())
    let notices = makeNotices(behind: gate)
    let reader = Task(executorPreference: executor) { try await notices.value() }
    executor.run()
    reader.cancel()
    executor.run()
    await #expect(throws: CancellationError.self) { try await reader.value }
    gate.open()
    #expect(try await notices.value().bytes == 100)
  }

  @Test func valuePurgedByMonitorWhileCreatedIsReturnedAndNotKept() async throws {
    let (gate, executor) = (Gate(), ManualExecutor())
    let notices = makeNotices(behind: gate)
    let early = Task(executorPreference: executor) { try await notices.value() }
    executor.run()
    #expect(notices.store.release(ReleaseRequest(level: .elevated)) == 0)
    // A later call joins the creation: a second one would need even more memory.
    let late = Task(executorPreference: executor) { try await notices.value() }
    executor.run()
    gate.open()
    for outcome in await outcomes([early, late], on: executor) {
      #expect(try outcome.get().book == 1)
    }
    #expect(!notices.isLoaded)
  }
}
