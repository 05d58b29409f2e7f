import Foundation
import Synchronization
import TestSupport
import Testing

@testable import StagecraftScreens

/// Several writers of one file.
@Suite(.timeLimit(.minutes(3)))
struct StateFileWritersTests {
  /// The first to begin is delayed until the second has ended.
  @Test
  func anEarlierWriteDoesNotReplaceANewerOne() async throws {
    let folder = try TemporaryFolder()
    let began = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let isFirst = Atomic(true)
    let file = ScreenStateFile(path: folder.file("screens"), schema: 1) { step in
      guard step == .synchronized, isFirst.exchange(false, ordering: .relaxed) else { return }
      began.signal()
      ended.wait()
    }
    async let first: Void = onThread { try file.writeBlocking(StateFileTests.archive("first")) }
    try await onThread {
      began.wait()
      try file.writeBlocking(StateFileTests.archive("second"))
      // While a temporary file is being written, no reader takes it for a leftover.
      #expect(folder.names.count == 2)
      #expect(file.readBlocking() == .restored(StateFileTests.archive("second")))
      #expect(folder.names.count == 2)
      ended.signal()
    }
    try await first
    #expect(await file.read() == .restored(StateFileTests.archive("second")))
    #expect(folder.names == ["screens"])
  }

  /// A reader takes a temporary file that is not locked yet for a leftover.
  @Test
  func aTemporaryFileRemovedAtOnceIsCreatedAgain() throws {
    let folder = try TemporaryFolder()
    let there = SystemFolder(of: folder.file("screens"))
    var count = 0
    let temporary = try TemporaryFile.make(beside: there) {
      count += 1
      if count == 1 { TemporaryFile.sweep(there) }
    }
    #expect(count == 2)
    try temporary.write([1, 2, 3]) { _ in }
    try temporary.take(folder.file("screens"))
    temporary.close()
    #expect(folder.names == ["screens"])
    #expect(folder.bytes("screens") == [1, 2, 3])
  }

  @Test
  func theFileIsAlwaysComplete() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("screens")
    // Two objects share nothing, like two processes.
    let files = [ScreenStateFile(path: path), ScreenStateFile(path: path)]
    try await files[0].write(StateFileTests.archive("begin"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await files[number % 2].write(StateFileTests.archive("text \(number)"))
        }
        group.addTask {
          guard case .restored = await files[number % 2].read() else {
            Issue.record("The file was not complete.")
            return
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(folder.names == ["screens"])
  }

  @Test
  func theLastRequestedWriteWins() async throws {
    let folder = try TemporaryFolder()
    let file = ScreenStateFile(path: folder.file("screens"))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<30 {
        let ticket = number
        group.addTask { try? await file.write(StateFileTests.archive("text \(ticket)")) }
      }
      await group.waitForAll()
    }
    try await file.write(StateFileTests.archive("last"))
    #expect(await file.read() == .restored(StateFileTests.archive("last")))
  }
}
