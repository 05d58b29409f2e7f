import StagecraftTestKit
import TestSupport

@testable import StagecraftOperations

/// A manager whose operations run on the test's request, on a clock that the test advances.
struct SteppedManager: Sendable {
  let executor = ManualExecutor()
  let clock: ManualClock
  let manager: OperationManager

  init(
    _ name: String = "desk", limit: Int? = nil, clock: ManualClock = ManualClock(),
    _ change: (inout OperationManager.Configuration) -> Void = { _ in }
  ) {
    self.clock = clock
    var configuration = OperationManager.Configuration()
    configuration.maximumConcurrency = limit
    configuration.executor = executor
    configuration.clock = clock
    configuration.seed = 1
    change(&configuration)
    manager = OperationManager(name, configuration: configuration)
  }

  /// Runs all jobs that can run.
  func run() { executor.run() }

  /// Advances the clock as soon as a task sleeps on it.
  func sleepThrough(_ duration: Duration) async throws {
    try await clock.nextSleep()
    clock.advance(by: duration)
  }

  /// Waits until a job is ready to run, and runs all that can.
  func runNext() async throws {
    try await executor.nextJob()
    run()
  }
}

/// The recorded events, in order.
final class Log: Sendable {
  private let lines = Locked<[String]>([])

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  var entries: [String] { lines.withLock { $0 } }
  var count: Int { entries.count }
}

/// An error of the library.
struct Broken: Error, Equatable, CustomStringConvertible {
  var description: String { "broken" }
}

extension AnyOperationHandle {
  /// The ending, in one word.
  var word: String { ending?.description ?? "open" }
}
