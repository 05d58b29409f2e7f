import StagecraftGraphs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct AsynchronousLimitTests {
  /// How many asynchronous steps are in progress.
  private final class Progress: Sendable {
    private let state = Locked((now: 0, most: 0, total: 0))

    var most: Int { state.withLock { $0.most } }
    var total: Int { state.withLock { $0.total } }

    func begin() {
      state.withLock { state in
        state.now += 1
        state.total += 1
        state.most = max(state.most, state.now)
      }
    }

    func end() { state.withLock { $0.now -= 1 } }
  }

  enum Form: CaseIterable { case isolated, nonisolated, main }

  /// Small graphs have a start order, large ones none.
  @Test(arguments: [100, 2_000], Form.allCases)
  func atMostSoManyAreInProgress(count: Int, form: Form) async throws {
    for (limit, workers) in [(1, 1), (1, 2), (3, 2), (7, 4)] {
      let progress = Progress()
      let graph = try OperationGraph { graph in
        let start = graph.add {}
        for _ in 0..<count {
          let body: @Sendable () async -> Void = {
            progress.begin()
            await Task.yield()
            progress.end()
          }
          switch form {
          case .isolated: graph.add(after: start) { await body() }
          case .nonisolated: graph.add(after: start, nonisolated: { await body() })
          case .main: graph.add(after: start) { @MainActor in await body() }
          }
        }
      }
      var options = OperationGraph.RunOptions()
      options.workers = workers
      options.maximumAsynchronousSteps = limit
      for run in 1...3 {
        let report = try await graph.attempt(options)
        #expect(report.isSuccess)
        #expect(progress.total == run * count)
        #expect(progress.most <= limit)
      }
    }
  }

  /// The limit is used up by a step that awaits a synchronous one, which therefore has to start.
  @Test(arguments: [10, 2_000])
  func synchronousStepsAreNotLimited(count: Int) async throws {
    let gate = Gate()
    let ended = Locked(0)
    let graph = try OperationGraph { graph in
      for _ in 0..<count {
        graph.add {
          await gate.wait()
          ended.withLock { $0 += 1 }
        }
      }
      graph.add { gate.open() }
    }
    var options = OperationGraph.RunOptions()
    options.workers = 1
    options.maximumAsynchronousSteps = 1
    let report = try await graph.attempt(options)
    #expect(report.isSuccess)
    #expect(ended.withLock { $0 } == count)
  }

  /// A cancelled step leaves the line without having been in progress: the next one follows.
  @Test(arguments: [50, 2_000], [1, 2])
  func aCancelledRunEndsAllThatWait(count: Int, workers: Int) async throws {
    let hasBegun = Gate()
    let gate = Gate()
    let begun = Locked(0)
    let graph = try OperationGraph { graph in
      for _ in 0..<count {
        graph.add {
          begun.withLock { $0 += 1 }
          hasBegun.open()
          await gate.wait()
        }
      }
    }
    var options = OperationGraph.RunOptions()
    options.workers = workers
    options.maximumAsynchronousSteps = 1
    let run = try graph.start(options)
    await hasBegun.wait()
    run.cancel()
    gate.open()
    let report = await run.report()
    #expect(begun.withLock { $0 } == 1)
    let cancelled = report.steps.count { step in
      if case .cancelled(.runCancelled) = step.outcome { true } else { false }
    }
    #expect(cancelled == count - 1)
  }

  /// Steps that fail, and steps cancelled because of them, give their places to others.
  @Test(arguments: [40, 1_500])
  func failuresGiveTheirPlaces(count: Int) async throws {
    struct Failure: Error {}
    let ran = Locked(0)
    let graph = try OperationGraph { graph in
      for index in 0..<count {
        let first = graph.add {
          await Task.yield()
          if index.isMultiple(of: 3) { throw Failure() }
        }
        graph.add(after: first) {
          await Task.yield()
          ran.withLock { $0 += 1 }
        }
      }
    }
    var options = OperationGraph.RunOptions()
    options.workers = 2
    options.maximumAsynchronousSteps = 2
    let report = try await graph.attempt(options)
    #expect(report.failedSteps.count == (count + 2) / 3)
    #expect(ran.withLock { $0 } == count - (count + 2) / 3)
  }
}
