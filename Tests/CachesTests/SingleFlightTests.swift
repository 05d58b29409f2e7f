import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// A missing value is created once for all concurrent callers.
@Suite(.timeLimit(.minutes(3)))
struct SingleFlightTests {
  private let made = Locked(0)

  // MARK: Threads

  @Test func threadsWaitForTheCreatingThread() async throws {
    let covers = makeCovers(limit: 100)
    let started = Parker()
    let mayEnd = Parker()
    defer {
      started.deallocate()
      mayEnd.deallocate()
    }
    try await withThrowingTaskGroup(of: Cover.self) { group in
      group.addTask { [made] in
        try await onThread {
          try covers.value(for: 1) {
            started.post(1)
            _ = mayEnd.wait(until: nil)
            made.update { $0 += 1 }
            return Cover(book: 1, bytes: 5)
          }
        }
      }
      _ = try await onThread { started.wait(until: nil) }
      for _ in 0..<6 {
        group.addTask {
          try await onThread { try covers.value(for: 1) { Cover(book: -1, bytes: 0) } }
        }
      }
      // Another key does not wait.
      #expect(try covers.value(for: 2) { Cover(book: 2, bytes: 1) }.book == 2)
      // All have found the creation in progress: they wait, or are about to.
      try await onThread { while covers.statistics.misses < 8 {} }
      mayEnd.post(1)
      for try await cover in group { #expect(cover == Cover(book: 1, bytes: 5)) }
    }
    #expect(made.value == 1)
    #expect(covers.state.pointee.creations.isEmpty)
  }

  @Test func errorReachesAllWaitingThreads() async throws {
    let covers = makeCovers(limit: 100)
    let started = Parker()
    defer { started.deallocate() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await onThread { () -> Void in
          #expect(throws: CoverError(book: 1)) {
            try covers.value(for: 1) {
              started.post(1)
              while covers.statistics.misses < 4 {}
              throw CoverError(book: 1)
            }
          }
        }
      }
      _ = try await onThread { started.wait(until: nil) }
      let others = Locked(0)
      for _ in 0..<3 {
        group.addTask {
          try await onThread { () -> Void in
            // A caller that comes after the error creates the value.
            do {
              _ = try covers.value(for: 1) { Cover(book: 2, bytes: 1) }
            } catch {
              #expect(error as? CoverError == CoverError(book: 1))
              others.update { $0 += 1 }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(covers.state.pointee.creations.isEmpty)
  }

  // MARK: Tasks

  /// Tasks that ask for cover 1, one after another; each is waiting when the next begins.
  private func readers(
    _ count: Int, of covers: PurgeableCache<Int, Cover>, on executor: ManualExecutor,
    fetch: @escaping @Sendable () async throws -> Cover
  ) -> [Task<Cover, any Error>] {
    (0..<count).map { _ in
      let reader = Task(executorPreference: executor) {
        try await covers.fetchValue(for: 1, fetch: fetch)
      }
      executor.run()
      return reader
    }
  }

  @Test func tasksShareOneFetch() async throws {
    let (covers, gate, executor) = (makeCovers(limit: 100), Gate(), ManualExecutor())
    let readers = readers(8, of: covers, on: executor) { [made] in
      await gate.wait()
      made.update { $0 += 1 }
      return Cover(book: 1, bytes: 5)
    }
    #expect(covers.statistics.misses == 8)
    gate.open()
    for outcome in await outcomes(readers, on: executor) {
      #expect(try outcome.get() == Cover(book: 1, bytes: 5))
    }
    #expect(made.value == 1 && covers[1] != nil)
    #expect(covers.state.pointee.creations.isEmpty)
  }

  @Test func cancelledTaskLeavesTheOthersWaiting() async throws {
    let (covers, gate, executor) = (makeCovers(limit: 100), Gate(), ManualExecutor())
    let readers = readers(3, of: covers, on: executor) {
      await gate.wait()
      try Task.checkCancellation()
      return Cover(book: 1, bytes: 5)
    }
    readers[0].cancel()
    readers[2].cancel()
    executor.run()
    for reader in [readers[0], readers[2]] {
      await #expect(throws: CancellationError.self) { try await reader.value }
    }
    gate.open()
    #expect(try await outcomes([readers[1]], on: executor)[0].get().bytes == 5)
  }

  @Test func fetchWithoutWaitersIsCancelledAndNotReused() async throws {
    let (covers, gate, executor) = (makeCovers(limit: 100), Gate(), ManualExecutor())
    let cancelled = Gate()
    let first = readers(2, of: covers, on: executor) {
      await withTaskCancellationHandler {
        // Ignores its cancellation.
        await Task.detached { await gate.wait() }.value
      } onCancel: {
        cancelled.open()
      }
      return Cover(book: -1, bytes: 9)
    }
    for reader in first { reader.cancel() }
    await cancelled.wait()
    #expect(covers.state.pointee.creations.hasNothingCurrent)
    let second = readers(1, of: covers, on: executor) { Cover(book: 1, bytes: 5) }
    #expect(try await outcomes(second, on: executor)[0].get().bytes == 5)
    gate.open()
    for outcome in await outcomes(first, on: executor) {
      #expect(throws: CancellationError.self) { try outcome.get() }
    }
    #expect(covers[1]?.book == 1)
  }

  @Test func errorReachesAllTasksAndTheNextCallTriesAgain() async throws {
    let (covers, gate, executor) = (makeCovers(limit: 100), Gate(), ManualExecutor())
    let readers = readers(3, of: covers, on: executor) {
      await gate.wait()
      throw CoverError(book: 1)
    }
    gate.open()
    for outcome in await outcomes(readers, on: executor) {
      #expect(throws: CoverError(book: 1)) { try outcome.get() }
    }
    #expect(try await covers.fetchValue(for: 1) { Cover(book: 1, bytes: 5) }.bytes == 5)
  }

  @Test func valueRemovedDuringFetchIsNotKept() async throws {
    let (covers, gate, executor) = (makeCovers(limit: 100), Gate(), ManualExecutor())
    let early = readers(1, of: covers, on: executor) {
      await gate.wait()
      return Cover(book: 1, bytes: 5)
    }
    covers.remove(1)
    // A later caller does not get an outdated value.
    let late = readers(1, of: covers, on: executor) { Cover(book: 1, bytes: 7) }
    #expect(try await outcomes(late, on: executor)[0].get().bytes == 7)
    gate.open()
    #expect(try await outcomes(early, on: executor)[0].get().bytes == 5)
    #expect(covers[1]?.bytes == 7)
  }

  @Test func cancelledTaskBeginsNoFetch() async throws {
    let (covers, executor) = (makeCovers(limit: 100), ManualExecutor())
    let reader = Task(executorPreference: executor) { [made] in
      try await covers.fetchValue(for: 1) {
        made.update { $0 += 1 }
        return Cover(book: 1, bytes: 5)
      }
    }
    reader.cancel()
    executor.run()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(made.value == 0)
    // A cancelled task still receives a cached value.
    covers[1] = Cover(book: 1, bytes: 3)
    let other = Task(executorPreference: executor) {
      try await covers.fetchValue(for: 1) { Cover(book: 1, bytes: 5) }
    }
    other.cancel()
    executor.run()
    #expect(try await other.value.bytes == 3)
  }

  // MARK: Threads and tasks

  @Test func taskWaitsForTheCreatingThread() async throws {
    let (covers, executor) = (makeCovers(limit: 100), ManualExecutor())
    let (started, mayEnd) = (Parker(), Parker())
    defer {
      started.deallocate()
      mayEnd.deallocate()
    }
    async let made = onThread {
      try covers.value(for: 1) {
        started.post(1)
        _ = mayEnd.wait(until: nil)
        return Cover(book: 1, bytes: 5)
      }
    }
    _ = try await onThread { started.wait(until: nil) }
    let readers = readers(2, of: covers, on: executor) { Cover(book: -1, bytes: 0) }
    // A waiter that is cancelled does not stop the thread.
    readers[0].cancel()
    mayEnd.post(1)
    let outcomes = await outcomes(readers, on: executor)
    #expect(throws: CancellationError.self) { try outcomes[0].get() }
    #expect(try outcomes[1].get().book == 1)
    #expect(try await made.book == 1)
  }

  @Test func threadDoesNotWaitForATask() async throws {
    let (covers, gate, executor) = (makeCovers(limit: 100), Gate(), ManualExecutor())
    let readers = readers(1, of: covers, on: executor) {
      await gate.wait()
      return Cover(book: 1, bytes: 5)
    }
    #expect(try covers.value(for: 1) { Cover(book: 1, bytes: 8) }.bytes == 8)
    gate.open()
    #expect(try await outcomes(readers, on: executor)[0].get().bytes == 5)
    // The value created last is kept.
    #expect(covers[1]?.bytes == 5)
  }
}
