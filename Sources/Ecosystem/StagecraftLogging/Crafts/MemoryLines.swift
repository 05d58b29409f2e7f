#if Logging
internal import Logging
internal import StageFloor
public import StagecraftMemory

extension PressureMonitor: LogSource {
  /// The key of its name in the metadata.
  public var logKey: String { "pressure" }
  /// The name of the monitor.
  public var logName: String? { "memory" }

  /// Begins to write the events to a track; a reporter calls it.
  ///
  /// - Parameter track: What writes the events.
  /// - Returns: A token that ends the observation.
  public func log(to track: LogTrack) -> ObservationToken {
    let last = LastLevel()
    let levels = observe { event in track.write(event, last) }
    // Created here, so that no report of a later pass is missed.
    let reports = reports
    let passes = Task.detached { for await report in reports { track.write(report) } }
    return ObservationToken {
      levels.cancel()
      passes.cancel()
    }
  }
}

/// The level of the last event: the first one, of a normal level, is not written.
private final class LastLevel: Sendable {
  private let level = Guarded(PressureLevel.normal)

  func exchange(_ new: PressureLevel) -> PressureLevel { level.exchange(new) }
}

extension LogTrack {
  fileprivate func write(_ event: PressureEvent, _ last: LastLevel) {
    let old = last.exchange(event.level)
    guard event.level != old else { return }
    let level: Logger.Level =
      switch event.level {
      case .normal: .info
      case .elevated: .notice
      case .high: .warning
      case .critical: .error
      }
    // Each level is a kind of its own, so that a change for the worse is not held.
    write(
      "level \(event.level)", level, "memory pressure changed",
      [
        "level": "\(event.level)", "from": "\(old)", "cause": "\(event.cause)",
        "target_bytes": "\(event.target.map { "\($0)" } ?? "unknown")",
      ])
  }

  fileprivate func write(_ report: ReliefReport) {
    write(
      "pass", .info, "memory was released",
      [
        "level": "\(report.level)", "released_bytes": "\(report.released)",
        "duration_ms": report.duration.milliseconds,
      ])
    for entry in report.entries {
      switch entry.outcome {
      case .failed, .overdue, .stillOverdue:
        write(
          "responder", .warning, "memory responder failed",
          ["responder": "\(entry.name)", "reason": "\(entry.outcome)"])
      case .released, .kept, .ended: break
      }
    }
  }
}
#endif
