internal import CStageFloor

enum PollingStep: Equatable {
  /// An optional report, and the time until the next poll, in nanoseconds.
  case next(PressureReport?, after: Int64)
  case lost(String)
}

final class PollingWatcher: Watcher {
  let reporter: PressureReporter
  private let step: @Sendable (Int64) -> PollingStep
  nonisolated(unsafe) private(set) var nextLook: Int64?  // guard: see `Watcher`

  /// `step` is called on the watch thread, with the time, at once and after each interval it
  /// returns.
  init(reporter: PressureReporter, step: @escaping @Sendable (Int64) -> PollingStep) {
    self.reporter = reporter
    self.step = step
    nextLook = stage_nanoseconds()
  }

  var descriptors: [PolledDescriptor] { [] }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    switch step(now) {
    case .next(let report, let interval):
      nextLook = now + interval
      if let report {
        reporter.report(
          report.level, cause: report.cause, target: report.target, lasting: report.lasting)
      }
      return true
    case .lost(let reason):
      reporter.reportLoss(reason)
      return false
    }
  }

  func close() {}
}

/// State that the closures of one watcher keep between calls.
final class Confined<Value>: @unchecked Sendable {  // guard: the guard of its `Watcher`
  var value: Value

  init(_ value: Value) { self.value = value }
}
