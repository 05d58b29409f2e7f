import StageFloor
import TestSupport
import Testing

/// Tasks that are suspended, and what may happen before they are.
@Suite(.timeLimit(.minutes(3)))
final class ParkedTests: Sendable {
  private let table = Guarded(WaiterTable<Int>())

  private func wait(_ ticket: UInt64) async -> Int {
    await parked { continuation in
      table.withLock { $0.wait(ticket, continuation) }
    } onCancel: {
      table.withLock { $0.settle(ticket, with: -1) }?.resume(returning: -1)
    }
  }

  @Test func valueThatArrivedBeforeIsReturnedAtOnce() async {
    let ticket = table.withLock { $0.ticket() }
    #expect(table.withLock { $0.settle(ticket, with: 5) == nil })
    #expect(await wait(ticket) == 5)
    #expect(await parked { _ in 7 } == 7)
  }

  @Test func storedContinuationIsResumedLater() async {
    let isParked = Gate()
    let stored = Locked<UnsafeContinuation<Int, Never>?>(nil)
    let task = Task {
      await parked { continuation in
        stored.update { $0 = continuation }
        isParked.open()
        return nil
      }
    }
    await isParked.wait()
    stored.value?.resume(returning: 3)
    #expect(await task.value == 3)
  }

  @Test func cancellationBeforeParkingEndsTheWait() async {
    let ticket = table.withLock { $0.ticket() }
    let value = await withTaskGroup(of: Int.self) { group in
      group.cancelAll()
      group.addTask { await self.wait(ticket) }
      return await group.next()
    }
    #expect(value == -1)
  }

  @Test func cancellationWhileParkedEndsTheWait() async {
    let isParked = Gate()
    let ticket = table.withLock { $0.ticket() }
    let task = Task {
      await parked { continuation in
        defer { isParked.open() }
        return table.withLock { $0.wait(ticket, continuation) }
      } onCancel: {
        table.withLock { $0.settle(ticket, with: -1) }?.resume(returning: -1)
      }
    }
    await isParked.wait()
    task.cancel()
    #expect(await task.value == -1)
  }
}
