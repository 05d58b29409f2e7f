internal import Stagecraft

/// A source played by the guest itself, where nobody else tells it that memory runs short.
final class SimulatedPressure: PressureSource {
  private struct State: Sendable {
    var reporter: PressureReporter?
    var level = PressureLevel.normal
  }

  private let limit: Int
  private let state = Locked(State())

  /// - Parameter limit: how many bytes the process may have.
  init(limit: Int) { self.limit = limit }

  var name: String { "simulated" }

  func watch(_ reporter: PressureReporter) -> PressureWatch {
    state.withLock { $0.reporter = reporter }
    reporter.isWatching("the program compares what it has with \(limit.inMegabytes) by itself")
    return PressureWatch()
  }

  /// Compares what the process has with what it may have.
  func look(resident: Int) {
    let share = Double(resident) / Double(limit)
    let level: PressureLevel =
      switch share {
      case ..<0.75: .normal
      case ..<0.85: .elevated
      case ..<0.92: .high
      default: .critical
      }
    let reporter = state.withLock { state -> PressureReporter? in
      guard state.level != level else { return nil }
      state.level = level
      return state.reporter
    }
    reporter?.report(
      level, cause: .budget(resident, limit: limit), target: resident / 20,
      lasting: .untilChanged)
  }
}
