import StageFloor

@testable import StagecraftMemory

/// A source with scripted reports.
final class ScriptedSource: PressureSource {
  let name: String
  private let lock = LockWord()
  nonisolated(unsafe) private var kept: PressureReporter?  // guard: `lock`
  nonisolated(unsafe) private var ends = 0  // guard: `lock`
  private let refusal: PressureSourceError?

  init(_ name: String = "script", refusing refusal: PressureSourceError? = nil) {
    self.name = name
    self.refusal = refusal
  }

  deinit { lock.deallocate() }

  var reporter: PressureReporter? { lock.withLock { kept } }
  /// The number of requests to end.
  var endCount: Int { lock.withLock { ends } }

  func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    if let refusal { throw refusal }
    lock.withLock { kept = reporter }
    return PressureWatch { self.lock.withLock { self.ends += 1 } }
  }

  func report(
    _ level: PressureLevel, target: Int? = nil, lasting: PressureReporter.Lasting = .momentary
  ) {
    reporter?.report(level, cause: .simulated, target: target, lasting: lasting)
  }
}
