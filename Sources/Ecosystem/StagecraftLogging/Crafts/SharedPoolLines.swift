#if Logging
internal import Logging
public import StagecraftSharedPools

@_exported public import class StageFloor.ObservationToken

extension SharedPool: LogSource {
  /// The key of its name in the metadata.
  public var logKey: String { "shared_pool" }
  /// The name of the pool.
  public var logName: String? { name }

  /// Begins to write the events to a track; a reporter calls it.
  ///
  /// - Parameter track: What writes the events.
  /// - Returns: A token that ends the observation.
  public func log(to track: LogTrack) -> ObservationToken { observe { track.write($0) } }
}

extension LogTrack {
  fileprivate func write(_ event: SharedPoolEvent) {
    switch event {
    case .gaveUp(let code, after: let waited): gaveUp(code, waited)
    case .rejoined(because: let end):
      write(
        "rejoined", .notice, "shared pool request joined the line again", ["reason": "\(end)"])
    case .ending(let fence, let loss):
      write(
        "ending", .warning, "shared pool lease is about to end",
        ["fence": "\(fence)", "reason": "\(loss)"])
    case .lost(let fence, let end):
      write(
        "lost", .error, "shared pool lease was lost", ["fence": "\(fence)", "reason": "\(end)"])
    case .storeFailed(let error, let attempts):
      write(
        "store failed", error.isTransient ? .warning : .error, "shared pool store failed",
        ["code": "\(error.code)", "error": "\(error)", "attempts": "\(attempts)"])
    case .reopening: write("reopening", .notice, "shared pool opens its session again")
    case .cannotBeNotified(let reason):
      write(
        "polls", .warning, "shared pool store cannot notify; the pool polls",
        ["reason": "\(reason)"])
    case .canBeNotified: write("notified", .info, "shared pool store can notify again")
    case .notificationLost:
      write("notification lost", .notice, "shared pool notification was lost")
    case .waiting, .granted, .renewed, .returned: break
    }
  }

  private func gaveUp(_ code: SharedPoolError.Code?, _ waited: Duration) {
    let level: Logger.Level
    switch code {
    case nil:
      write(
        "cancelled", .debug, "shared pool wait was cancelled",
        ["waited_ms": waited.milliseconds])
      return
    case .closed: level = .notice
    case .timedOut, .lost, .impossible, .refused: level = .warning
    case .unreachable, .unusable: level = .error
    }
    write(
      code == .timedOut ? "timed out" : "gave up", level, "shared pool lent nothing",
      ["code": "\(code.map { "\($0)" } ?? "")", "waited_ms": waited.milliseconds])
  }
}
#endif
