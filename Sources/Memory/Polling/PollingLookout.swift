internal import CStageFloor

/// What a look from time to time has found.
enum PollingStep: Equatable {
  /// Nothing new, or what is to be reported; and how long until the next look, in nanoseconds.
  case next(PressureReport?, after: Int64)
  /// There is nothing to look at any more; in words, why.
  case lost(String)
}

/// Looks at something from time to time.
final class PollingLookout: Lookout {
  let reporter: PressureReporter
  private let step: @Sendable (Int64) -> PollingStep
  nonisolated(unsafe) private(set) var nextLook: Int64?  // guard: as `Lookout` says

  /// - Parameters:
  ///   - reporter: takes what is found.
  ///   - step: looks, at the time that it is told; called on the watch thread, at once and then when
  ///     it has said.
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
      reporter.isLost(reason)
      return false
    }
  }

  func close() {}
}

/// What the steps of a lookout keep from one to the next.
///
/// Only the lookout's closures use it: whoever calls the lookout, which is one thread at a time.
final class Confined<Value>: @unchecked Sendable {  // guard: that of its `Lookout`
  var value: Value

  init(_ value: Value) { self.value = value }
}
