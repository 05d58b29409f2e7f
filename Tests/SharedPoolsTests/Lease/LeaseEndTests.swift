import StageFloor
import StagecraftPools
@_spi(Store) import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftSharedPools

@Suite("The end of a lease", .timeLimit(.minutes(3)))
struct LeaseEndTests {
  let library = Library()

  @Test(
    "Without answers, the body is cancelled a margin before the deadline, and the lease is lost")
  func lostByExpiry() async throws {
    let pool = try await library.open(copies: 1)
    let begun = Gate()
    library.faults.always(.loseRequest, for: .renew)
    let task = Task {
      try await pool.withLease { lease in
        begun.open()
        do {
          try await untilCancelled()
        } catch {
          #expect(lease.isStillMine)
          #expect(lease.remaining == .seconds(3))
          throw error
        }
      }
    }
    await begun.wait()
    library.clock.advance(by: .milliseconds(26_700))
    do {
      try await task.value
      Issue.record("The lease was not renewed.")
    } catch let error as SharedPoolError {
      #expect(error.code == .lost(.expired))
      #expect(error.bodyError is CancellationError)
      #expect(SharedPoolError.lost ~= error)
      #expect(
        "\(error)".hasPrefix(
          "Pool “books”: the lease of “copy-0” with fence \(error.fence!) was not"))
    }
  }

  @Test("A body that has ended in time gives its value, though it was cancelled")
  func endsInTime() async throws {
    let pool = try await library.open(copies: 1)
    let begun = Gate()
    library.faults.always(.loseRequest, for: .renew)
    let task = Task {
      try await pool.withLease { _ in
        begun.open()
        try? await untilCancelled()
        return 7
      }
    }
    await begun.wait()
    library.clock.advance(by: .milliseconds(26_700))
    #expect(try await task.value == 7)
  }

  @Test("A body that returns after the loss throws")
  func endsTooLate() async throws {
    let pool = try await library.open(copies: 1)
    let clock = library.clock
    library.faults.always(.loseRequest, for: .renew)
    await #expect(throws: SharedPoolError(.lost(.expired))) {
      try await pool.withLease { lease in
        clock.advance(by: .seconds(40))
        #expect(!lease.isStillMine && lease.remaining == .zero)
        return 7
      }
    }
  }

  @Test("A body that returns its resource early goes on")
  func returnsEarly() async throws {
    let pool = try await library.open(copies: 2)
    try await pool.withLease { lease in
      await lease.release()
      await library.faults.next(.giveBack)
      for _ in 0..<100 { await Task.yield() }
      try Task.checkCancellation()
    }
    try await pool.withLease { lease in
      try await lease.quarantine(because: "dust")
      for _ in 0..<100 { await Task.yield() }
      try Task.checkCancellation()
    }
    #expect(pool.counts.lost == 0)
  }

  @Test("A body that returns its resource early is cancelled with its task")
  func cancelledAfterReturning() async throws {
    let pool = try await library.open(copies: 1)
    let begun = Gate()
    let task = Task {
      try await pool.withLease { lease in
        await lease.release()
        begun.open()
        try await untilCancelled()
      }
    }
    await begun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A confirmation that the store never answers throws when the lease ends")
  func unansweredConfirmation() async throws {
    let pool = try await library.open(copies: 1)
    let lease = try await pool.lease()
    library.faults.always(.holdAnswer, for: .renew)
    let confirmation = Task { try await lease.confirm() }
    await library.faults.next(.renew)
    library.clock.advance(by: .seconds(30))
    let error = await #expect(throws: SharedPoolError.self) { try await confirmation.value }
    #expect(error?.storeError?.code == .unreachable)
    library.faults.always(nil, for: .renew)
    library.faults.release(.renew)
  }

  @Test("A body that outlives its time to live keeps its lease, because it is renewed")
  func renewed() async throws {
    let pool = try await library.open(copies: 1)
    let clock = library.clock
    try await pool.withLease { lease in
      for _ in 0..<10 {
        try await clock.nextSleep(of: "books")
        clock.advance(by: .seconds(10))
        await library.faults.next(.renew)
      }
      #expect(lease.isStillMine)
      let isConfirmed = try await lease.confirm()
      #expect(isConfirmed)
    }
    #expect(pool.counts.lost == 0)
  }

  @Test("A resource that is taken back cancels its body")
  func takenBack() async throws {
    let pool = try await library.open(copies: 1)
    await #expect(throws: SharedPoolError(.lost(.takenBack(reason: "recall")))) {
      try await pool.withLease { lease in
        try await pool.takeBack("copy-0", because: "recall")
        try? await untilCancelled()
        #expect(!lease.isStillMine)
        return 7
      }
    }
    #expect(try await pool.report().count(of: .free) == 1)
  }

  @Test("Cancelling the caller cancels the body, and the resource is returned")
  func cancelledCaller() async throws {
    let pool = try await library.open(copies: 1)
    let begun = Gate()
    let task = Task {
      try await pool.withLease { _ in
        begun.open()
        try await untilCancelled()
      }
    }
    await begun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await pool.report().count(of: .free) == 1)
  }

  @Test("The loss of a lease can be awaited; it is nil when the lease is returned")
  func loss() async throws {
    let pool = try await library.open(copies: 2)
    let first = try await pool.lease()
    let second = try await pool.lease()
    async let loss = first.loss
    async let other = second.loss
    try await pool.takeBack(first.name, because: "recall")
    #expect(await loss?.end == .takenBack(reason: "recall"))
    await second.release()
    #expect(await other == nil)
    #expect(await second.loss == nil)
  }

  @Test("A wait for a loss ends when its task is cancelled")
  func cancelledWatch() async throws {
    let pool = try await library.open(copies: 1)
    let lease = try await pool.lease()
    let watch = Task { await lease.loss }
    watch.cancel()
    #expect(await watch.value == nil)
    #expect(lease.isStillMine)
  }

  @Test("A lease that is released from memory is returned")
  func dropped() async throws {
    let pool = try await library.open(copies: 1)
    var lease: FencedLease? = try await pool.lease()
    #expect(lease?.isStillMine == true)
    lease = nil
    await library.faults.next(.giveBack)
    #expect(try await pool.report().count(of: .free) == 1)
  }

  @Test("A resource that is quarantined on return is not lent, and the second return has no effect")
  func quarantine() async throws {
    let pool = try await library.open(copies: 1)
    library.faults.plan(.loseAnswer, for: .giveBack)
    let task = Task {
      try await pool.withLease { lease in
        try await lease.quarantine(because: "torn")
        #expect(!lease.isStillMine)
        await lease.release()
        await #expect(throws: SharedPoolError(.lost(.returned))) {
          try await lease.quarantine(because: "again")
        }
      }
    }
    await library.faults.next(.giveBack)
    try await library.pass(.milliseconds(70))
    try await task.value
    let resource = try await pool.report().resources[0]
    #expect(resource.state == .quarantined && resource.reason == "torn")
  }

  @Test("The affinity key that a resource shows is left behind")
  func shows() async throws {
    let pool = try await library.open(copies: 2)
    let first = try await pool.lease()
    await first.release(shows: "build 7")
    let second = try await pool.lease(preferring: "build 7")
    #expect(second.name == first.name && second.isPreferred)
  }

  @Test("The end of a scope does not wait for ever for a store that does not answer")
  func boundedReturn() async throws {
    let pool = try await library.open(copies: 1)
    library.faults.always(.loseRequest, for: .giveBack)
    let task = Task { try await pool.withLease { _ in } }
    // The pool sleeps until it repeats the request only after it has seen the failure.
    await library.faults.next(.giveBack)
    try await library.pass(.milliseconds(70))
    await library.faults.next(.giveBack)
    library.clock.advance(by: .seconds(10))
    try await task.value
  }

  actor Desk {
    var served = 0
    func serve(_ pool: SharedPool<String>) async throws {
      try await pool.withLease { _ in self.served += 1 }
    }
  }

  @MainActor final class Screen {
    var shown = ""
    func show(_ pool: SharedPool<String>) async throws {
      try await pool.withLease { lease in self.shown = lease.name }
    }
  }

  @MainActor
  @Test("The body of an actor's method runs on that actor")
  func isolation() async throws {
    let pool = try await library.open(copies: 1)
    let desk = Desk()
    try await desk.serve(pool)
    #expect(await desk.served == 1)
    let screen = Screen()
    try await screen.show(pool)
    #expect(screen.shown == "copy-0")
  }
}
