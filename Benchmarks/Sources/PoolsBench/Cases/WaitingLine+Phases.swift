internal import Harness

/// The phases of a line of tasks.
enum LinePhase: String, CaseIterable, Sendable {
  /// From the first task's start until all of them wait.
  case enqueue
  /// From the first cancellation until the last task has ended.
  case cancel
  /// From the book's return until each waiter has borrowed it.
  case handoff
}

extension WaitingLine {
  /// Puts `count` tasks in line, repeatedly for a total of about `operations`, and times one phase.
  func sample(_ phase: LinePhase, count: Int, operations: Int) async throws -> Sample {
    let rounds = max(operations / count, 1)
    var time = TimeTaken.zero
    for _ in 0..<rounds { time += try await self.time(phase, count: count) }
    return Sample(operations: rounds * count, time: time)
  }

  private func time(_ phase: LinePhase, count: Int) async throws -> TimeTaken {
    let loan = try await take()
    var stopwatch = Stopwatch()
    let tasks = (0..<count).map { _ in Task.detached { try await borrow() } }
    while await waitingCount() < count { await Task.yield() }
    let enqueued = stopwatch.time

    stopwatch = Stopwatch()
    if phase == .cancel {
      // Spread over the line rather than from one of its ends; 7919 is prime.
      for index in tasks.indices { tasks[index * 7_919 % count].cancel() }
      for task in tasks { _ = await task.result }
      let cancelled = stopwatch.time
      await giveBack(loan)
      return cancelled
    }
    await giveBack(loan)
    for task in tasks { try await task.value }
    return phase == .enqueue ? enqueued : stopwatch.time
  }
}
