#if Logging
internal import Logging
public import StagecraftOperations

@_exported public import class StageFloor.ObservationToken

extension OperationManager: LogSource {
  /// The key of its name in the metadata.
  public var logKey: String { "manager" }
  /// The name of the manager.
  public var logName: String? { name }

  /// Begins to write the events to a track; a reporter calls it.
  ///
  /// - Parameter track: What writes the events.
  /// - Returns: A token that ends the observation.
  public func log(to track: LogTrack) -> ObservationToken { observe { track.write($0) } }
}

extension LogTrack {
  fileprivate func write(_ event: OperationManager.Event) {
    let name = event.name
    switch event.kind {
    case .ended(.failed):
      // Read here: the error may be an object that should not be kept until a line is due.
      let error = event.operation?.failure.map { String(reporting: $0) } ?? "unknown"
      write(
        "failed", .warning, "operation failed", ["operation": "\(name)", "error": "\(error)"])
    case .ended(.cancelled):
      let reason = event.operation?.cancellationReason.map { "\($0)" } ?? "unknown"
      write(
        "cancelled", .debug, "operation was cancelled",
        ["operation": "\(name)", "reason": "\(reason)"])
    case .retrying(let attempt):
      write(
        "retrying", .notice, "operation is retried",
        ["operation": "\(name)", "attempt": "\(attempt)"])
    case .stalled(let reason):
      write(
        "stalled", .warning, "operations have stalled",
        ["operation": "\(name)", "reason": "\(reason)"])
    case .ended(.succeeded), .ended(.skipped), .submitted, .ready, .started: break
    }
  }
}
#endif
