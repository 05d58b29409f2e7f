internal import CStageFloor

/// The result of a poll.
enum PollingStep: Equatable {
  /// An optional report, and the time until the next poll, in nanoseconds.
  case next(PressureReport?, after: Int64)
  /// There is nothing left to poll; the reason in words.
  case lost(String)
}

/// Polls at varying intervals.
final class PollingLookout: Lookout {
  let reporter: PressureReporter
  private let step: @Sendable (Int64) -> PollingStep
  nonisolated(unsafe) private(set) var nextLook: Int64?  // guard: see `Lookout`

  /// Creates a lookout.
  ///
  /// - Parameters:
  ///   - reporter: Receives the reports.
  ///   - step: Polls; its argument is the time. Called on the watch thread, at once and then after
  ///     each interval that it returns.
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

/// State that the closures of a lookout keep between calls.
///
/// Only the lookout's closures use it, on the thread that calls the lookout: one at a time.
final class Confined<Value>: @unchecked Sendable {  // guard: the guard of its `Lookout`
  var value: Value

  init(_ value: Value) { self.value = value }
}
