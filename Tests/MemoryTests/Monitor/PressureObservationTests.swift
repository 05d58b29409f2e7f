import StageFloor
import TestSupport
import Testing

@testable import StagecraftMemory

/// The calls of observers, and the end of observations.
@Suite(.timeLimit(.minutes(3)))
struct PressureObservationTests {
  private let source = ScriptedSource()
  private let monitor: PressureMonitor

  init() {
    monitor = PressureMonitor(sources: .only(source))
  }

  /// An observer that stores the levels, and lets a test wait for each of its calls.
  private struct Levels {
    let calls: AsyncStream<PressureLevel>
    let observer: @isolated(any) @Sendable (PressureEvent) async -> Void

    init() {
      let (calls, continuation) = AsyncStream.makeStream(of: PressureLevel.self)
      self.calls = calls
      observer = { event in continuation.yield(event.level) }
    }
  }

  @Test
  func firstCallHasTheCurrentState() async throws {
    source.report(.high)
    let levels = Levels()
    let observation = monitor.observe(levels.observer)
    var calls = levels.calls.makeAsyncIterator()
    #expect(await calls.next() == .high)
    withExtendedLifetime(observation) {}
  }

  @Test
  func everyChangeIsDeliveredInOrderIncludingTheReturnToNormal() async throws {
    let levels = Levels()
    let observation = monitor.observe(levels.observer)
    var calls = levels.calls.makeAsyncIterator()
    #expect(await calls.next() == .normal)
    for level in [PressureLevel.elevated, .critical, .high, .normal] {
      source.report(level, lasting: .untilChanged)
      #expect(await calls.next() == level)
    }
    withExtendedLifetime(observation) {}
  }

  @Test
  func busyObserverReceivesOneCallAtATimeAndOnlyTheLatestState() async throws {
    let gate = Gate()
    let began = Gate()
    let levels = Levels()
    let running = Locked(0)
    let observation = monitor.observe { event in
      #expect(
        running.update {
          $0 += 1
          return $0
        } == 1, "two calls at once")
      began.open()
      await gate.wait()
      await levels.observer(event)
      running.update { $0 -= 1 }
    }
    await began.wait()
    source.report(.elevated, lasting: .untilChanged)
    source.report(.critical, lasting: .untilChanged)
    gate.open()
    var calls = levels.calls.makeAsyncIterator()
    #expect(await calls.next() == .normal)
    #expect(await calls.next() == .critical)
    withExtendedLifetime(observation) {}
  }

  @Test
  func hangingObserverDelaysNeitherTheMonitorNorOtherObservers() async throws {
    let gate = Gate()
    let began = Gate()
    let hanging = monitor.observe { _ in
      began.open()
      await gate.wait()
    }
    await began.wait()
    let levels = Levels()
    let other = monitor.observe(levels.observer)
    var calls = levels.calls.makeAsyncIterator()
    #expect(await calls.next() == .normal)
    source.report(.high)
    #expect(monitor.level == .high)
    #expect(await calls.next() == .high)
    gate.open()
    withExtendedLifetime((hanging, other)) {}
  }

  @Test
  func cancelledObserverIsNotCalledAgain() async throws {
    let levels = Levels()
    let calls = Locked(0)
    let (observation, task) = monitor.core.observe { event in
      calls.update { $0 += 1 }
      await levels.observer(event)
    }
    var received = levels.calls.makeAsyncIterator()
    #expect(await received.next() == .normal)
    observation.cancel()
    observation.cancel()
    source.report(.critical)
    await task.value
    #expect(calls.value == 1)
  }

  /// The change comes while the observer runs, and the end of its observation after the change: the
  /// task then finds both a new state and its own cancellation.
  @Test
  func observationCancelledDuringACallIgnoresAChangeMadeMeanwhile() async throws {
    let gate = Gate()
    let began = Gate()
    let calls = Locked(0)
    let (observation, task) = monitor.core.observe { _ in
      calls.update { $0 += 1 }
      began.open()
      await gate.wait()
    }
    await began.wait()
    source.report(.critical)
    observation.cancel()
    gate.open()
    await task.value
    #expect(calls.value == 1)
  }

  /// The call waits for its turn on the observer's actor, as it does while the main actor is busy,
  /// and the observation is cancelled before that turn.
  @Test
  func observationCancelledBeforeTheTurnOfItsActorMakesNoCall() async throws {
    let calls = Locked(0)
    let (observation, task) = monitor.core.observe { @HeldActor _ in calls.update { $0 += 1 } }
    let executor = HeldActor.shared.executor
    let turn = try #require(await executor.nextJob())
    observation.cancel()
    turn.runSynchronously(on: executor.asUnownedSerialExecutor())
    await task.value
    #expect(calls.value == 0)
  }

  @Test
  func observerCancelsItselfDuringACall() async throws {
    let own = Locked<ObservationToken?>(nil)
    let stored = Gate()
    let calls = Locked(0)
    let (observation, task) = monitor.core.observe { _ in
      calls.update { $0 += 1 }
      await stored.wait()
      own.value?.cancel()
      #expect(Task.isCancelled)
    }
    own.update { $0 = observation }
    stored.open()
    await task.value
    source.report(.high)
    #expect(calls.value == 1)
    own.update { $0 = nil }
  }

  @Test
  func releasingTheObservationEndsIt() async throws {
    let levels = Levels()
    let calls = Locked(0)
    let (begun, task) = monitor.core.observe { event in
      calls.update { $0 += 1 }
      await levels.observer(event)
    }
    var observation: ObservationToken? = consume begun
    var received = levels.calls.makeAsyncIterator()
    #expect(await received.next() == .normal)
    withExtendedLifetime(observation) {}
    observation = nil
    source.report(.critical)
    await task.value
    #expect(calls.value == 1)
  }

  @Test
  func observerOfTheMainActorRunsThere() async throws {
    let levels = Levels()
    let observation = monitor.observe { @MainActor event in
      MainActor.assertIsolated()
      await levels.observer(event)
    }
    var calls = levels.calls.makeAsyncIterator()
    #expect(await calls.next() == .normal)
    withExtendedLifetime(observation) {}
  }

  @Test
  func observerMayUseTheMonitor() async throws {
    let levels = Levels()
    let monitor = monitor
    let observation = monitor.observe { [weak monitor] event in
      guard let monitor else { return }
      #expect(monitor.level == event.level)
      _ = await monitor.relieve(.elevated)
      monitor.observe { _ in }.cancel()
      await levels.observer(event)
    }
    var calls = levels.calls.makeAsyncIterator()
    #expect(await calls.next() == .normal)
    withExtendedLifetime(observation) {}
  }
}

/// An actor whose jobs run when a test runs them.
@globalActor
private actor HeldActor {
  static let shared = HeldActor()

  nonisolated let executor = HeldExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

private final class HeldExecutor: SerialExecutor {
  private let jobs = AsyncStream.makeStream(of: UnownedJob.self)

  func enqueue(_ job: consuming ExecutorJob) { jobs.continuation.yield(UnownedJob(job)) }

  func nextJob() async -> UnownedJob? {
    for await job in jobs.stream { return job }
    return nil
  }
}
