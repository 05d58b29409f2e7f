import StageFloor

@testable import StagecraftMemory

/// A source with scripted reports.
final class ScriptedSource: PressureSource {
  let name: String
  private let kept = Guarded<PressureReporter?>(nil)
  private let ends = Guarded(0)
  private let refusal: PressureSourceError?

  init(_ name: String = "script", refusing refusal: PressureSourceError? = nil) {
    self.name = name
    self.refusal = refusal
  }

  var reporter: PressureReporter? { kept.copy }
  /// The number of requests to end.
  var endCount: Int { ends.copy }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    if let refusal { throw refusal }
    kept.withLock { $0 = reporter }
    return ObservationToken { self.ends.withLock { $0 += 1 } }
  }

  func report(
    _ level: PressureLevel, target: Int? = nil, lasting: PressureReporter.Lasting = .momentary
  ) {
    reporter?.report(level, cause: .simulated, target: target, lasting: lasting)
  }
}
