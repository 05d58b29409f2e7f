import Foundation
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Blocking bodies", .timeLimit(.minutes(3)))
struct BlockingBodyTests {
  @Test func aWaitingBlockingBodyFreesItsSlot() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let outer = manager.submitOnThread("outer") {
      try manager.submit("inner") { 1 }.valueBlocking(timeout: .seconds(120))
    }
    let value = try await outer.value
    #expect(value == 1)
    #expect(manager.operationCount == 0)
  }

  @Test func aBlockingWaitThatWouldNeverEndThrows() async throws {
    let manager = OperationManager("desk")
    let later = Locked<OperationHandle<Void>?>(nil)
    let gate = Gate()
    let ready = manager.submit { await gate.wait() }
    let outer = manager.submitOnThread("outer", following: ready) {
      _ = try later.withLock { $0 }?.valueBlocking(timeout: .seconds(120))
    }
    let after = manager.submit("after", following: outer) {}
    later.withLock { $0 = after }
    gate.open()
    let error = await #expect(throws: OperationError.self) { try await outer.value }
    #expect(error?.kind == .wouldDeadlock)
    try await after.value
  }

  @Test func aBlockingBodyHasTheContextOfItsOperation() async throws {
    let manager = OperationManager("desk")
    let handle = manager.submitOnThread("disk") { () -> AnyOperationHandle? in
      OperationContext.current?.report(progress: 0.5)
      return OperationContext.current?.operation
    }
    #expect(try await handle.value == handle)
    let outer = manager.submit("outer") {
      try await OperationContext.current!.onThread { OperationContext.current?.operation }
    }
    #expect(try await outer.value == outer)
  }

  @Test func aBlockingBodyCanCheckForCancellation() async throws {
    let manager = OperationManager("desk")
    let started = Gate()
    let handle = manager.submitOnThread("disk") {
      started.open()
      let end = ContinuousClock.now + .seconds(120)
      while OperationContext.current?.isCancelled == false, ContinuousClock.now < end {
        sched_yield()
      }
      return OperationContext.current?.isCancelled ?? false
    }
    await started.wait()
    handle.cancel()
    #expect(try await handle.value)
  }

  @Test func aWaitOfABlockingBodyEndsWhenItsOperationIsCancelled() async throws {
    let manager = OperationManager("desk")
    let never = OperationManager("other").prepare("never") {}
    let started = Gate()
    let handle = manager.submitOnThread("disk") {
      started.open()
      _ = try never.valueBlocking(timeout: nil)
    }
    await started.wait()
    handle.cancel()
    try await handle.waitForEnd()
    #expect(handle.word == "cancelled")
    never.cancel()
  }

  @Test func aBlockingWaitTimesOut() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let never = OperationManager("other").prepare("never") {}
    let handle = manager.submitOnThread("disk") { () throws -> OperationError? in
      do {
        try never.valueBlocking(timeout: .milliseconds(10))
        return nil
      } catch let error as OperationError {
        return error
      }
    }
    let error = try #require(try await handle.value)
    #expect(error.kind == .waitTimedOut && error.operation == "never")
    #expect("\(error)" == "“never” had not ended when the wait for it timed out.")
    never.cancel()
  }

  /// More blocking bodies wait than there are threads for bodies that run.
  @Test func waitingBlockingBodiesDoNotCountAsThreads() async throws {
    let manager = OperationManager("desk")
    let gate = Gate()
    let opener = manager.prepare("opener") { gate.open() }
    let bodies = (0..<70).map { _ in
      manager.submitOnThread { _ = try opener.valueBlocking(timeout: .seconds(60)) }
    }
    manager.submitOnThread("last") { _ = opener.submit() }
    for body in bodies { try await body.value }
    #expect(gate.isOpen)
  }
}
