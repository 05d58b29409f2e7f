import StagecraftLists
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ListTransitionsTests {
  @Test
  func sequenceBeginsWithAllRows() async {
    let list = LiveList(ids: 0..<3)
    var steps = list.transitions().makeAsyncIterator()
    list.remove(0)
    #expect(await steps.next(isolation: #isolation)?.changes == .reset(from: 0, to: 2))
    list.remove(1)
    #expect(await steps.next(isolation: #isolation)?.removed == [DeskOrder(1)])
  }

  @Test
  func slowConsumerReceivesOneLargeTransition() async {
    let list = LiveList(ids: 0..<100)
    var steps = list.transitions(initial: false).makeAsyncIterator()
    for id in 0..<50 { list.remove(id) }
    #expect(await steps.next(isolation: #isolation)?.removed.map(\.id) == Array(0..<50))
    list.upsert(DeskOrder(700))
    list.remove(700)
    list.remove(51)
    #expect(await steps.next(isolation: #isolation)?.removed.map(\.id) == [51])
  }

  @Test
  func intervalSeparatesTransitions() async throws {
    let list = LiveList(ids: 0..<9)
    let clock = ManualClock()
    let steps = list.transitions(every: .seconds(1), clock: clock)
    let (received, receive) = AsyncStream<[Int]>.makeStream()
    let follower = Task {
      for await step in steps { receive.yield(step.removed.map(\.id)) }
      receive.finish()
    }
    var removed = received.makeAsyncIterator()
    // All rows, and the first change, without an interval before it.
    #expect(await removed.next() == [])
    list.remove(0)
    #expect(await removed.next() == [0])
    let pause = try await clock.nextSleep()
    #expect(pause.deadline.sinceStart == .seconds(1) && pause.sleeper == "list transitions")
    list.remove(1)
    list.remove(2)
    clock.advance(by: .seconds(1))
    #expect(await removed.next() == [1, 2])
    // The task is cancelled during the next interval.
    _ = try await clock.nextSleep()
    list.remove(3)
    follower.cancel()
    #expect(await removed.next() == nil)
  }

  @Test
  func intervalThatIsNotPositiveIsNone() async {
    for interval in [Duration.zero, .seconds(-1)] {
      let list = LiveList(ids: 0..<9)
      var steps = list.transitions(every: interval, initial: false).makeAsyncIterator()
      list.remove(0)
      #expect(await steps.next(isolation: #isolation)?.removed.map(\.id) == [0])
      list.remove(1)
      #expect(await steps.next(isolation: #isolation)?.removed.map(\.id) == [1])
    }
  }

  /// An interval that a clock's instants cannot represent, which is as good as endless.
  @Test
  func longestIntervalIsWaitedFor() async throws {
    let list = LiveList(ids: 0..<9)
    let clock = ManualClock()
    for (id, interval) in [Duration.seconds(Int64.max), .seconds(Int64.max / 2)].enumerated() {
      let steps = list.transitions(every: interval, clock: clock)
      let (received, receive) = AsyncStream<Void>.makeStream()
      let follower = Task {
        for await _ in steps { receive.yield() }
        receive.finish()
      }
      var turns = received.makeAsyncIterator()
      await turns.next()
      list.remove(id)
      await turns.next()
      _ = try await clock.nextSleep()
      follower.cancel()
      #expect(await turns.next() == nil)
    }
  }

  /// A failed sleep is not the end of the sequence.
  @Test
  func clockThatCannotSleepMakesNoInterval() async {
    let list = LiveList(ids: 0..<9)
    var steps = list.transitions(every: .seconds(1), clock: SleeplessClock(), initial: false)
      .makeAsyncIterator()
    list.remove(0)
    #expect(await steps.next(isolation: #isolation)?.removed.map(\.id) == [0])
    list.remove(1)
    #expect(await steps.next(isolation: #isolation)?.removed.map(\.id) == [1])
  }

  @Test
  func changesBeforeTheIterationAreInTheFirstTransition() async {
    let list = LiveList(ids: 0..<9)
    let sequence = list.transitions(initial: false)
    list.remove(0)
    var steps = sequence.makeAsyncIterator()
    list.remove(1)
    #expect(await steps.next(isolation: #isolation)?.removed.map(\.id) == [0, 1])
  }

  @Test
  func iterationsAreIndependent() async {
    let list = LiveList(ids: 0..<9)
    let sequence = list.transitions(initial: false)
    var one = sequence.makeAsyncIterator()
    var other = sequence.makeAsyncIterator()
    list.remove(0)
    #expect(await one.next(isolation: #isolation)?.removed.map(\.id) == [0])
    list.remove(1)
    #expect(await one.next(isolation: #isolation)?.removed.map(\.id) == [1])
    #expect(await other.next(isolation: #isolation)?.removed.map(\.id) == [0, 1])
  }

  @Test
  func sequenceEndsWithItsTask() async {
    let list = LiveList(ids: 0..<9)
    let (waits, wait) = AsyncStream<Void>.makeStream()
    let follower = Task {
      var count = 0
      for await _ in list.transitions() {
        count += 1
        wait.yield()
      }
      return count
    }
    var turns = waits.makeAsyncIterator()
    await turns.next()
    list.remove(0)
    await turns.next()
    follower.cancel()
    #expect(await follower.value == 2)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var steps = list.transitions().makeAsyncIterator()
      #expect(await steps.next(isolation: #isolation) == nil)
      var others = list.transitions(initial: false).makeAsyncIterator()
      #expect(await others.next(isolation: #isolation) == nil)
    }
    await late.value
  }

  @Test
  func consumersReachTheLatestVersion() async throws {
    let list = LiveList(ids: 0..<200)
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          var rows: [DeskOrder] = []
          for await step in list.transitions() {
            rows = step.changes.apply(to: rows) { step.new[$0] }
            #expect(rows.count == step.new.count)
            if rows.isEmpty { break }
          }
        }
      }
      for writer in 0..<2 {
        group.addTask {
          try await onThread {
            for id in 0..<100 {
              try list.transaction { draft in
                draft.remove(writer * 100 + id)
                try draft.append(DeskOrder(1000 + writer * 100 + id))
              }
              list.remove(1000 + writer * 100 + id)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Sharing an iterator is unsupported, but must not suspend a task forever.
  @Test
  func tasksThatShareAnIteratorAreBothWoken() async {
    let list = LiveList(ids: 0..<3)
    let executor = ManualExecutor()
    let waiter = ChangeWaiter(list.changeSignal)
    waiter.listen()
    let tasks = (0..<2).map { _ in
      Task(executorPreference: executor) { await waiter.wait() }
    }
    executor.run()
    list.remove(0)
    executor.run()
    for task in tasks { await task.value }
  }

  /// Cancels tasks at about the time of the edit that wakes them.
  @Test
  func cancellationResumesEveryWaiter() async {
    for round in 0..<200 {
      let list = LiveList(ids: 0..<3)
      let follower = Task {
        for await _ in list.transitions(initial: false) {}
      }
      if round % 2 == 0 { list.remove(1) }
      follower.cancel()
      list.remove(0)
      await follower.value
    }
  }
}

private struct SleeplessClock: Clock {
  typealias Instant = ContinuousClock.Instant

  var now: Instant { ContinuousClock().now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw DeskClosed() }
}
