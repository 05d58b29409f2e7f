#if Logging
internal import Logging
public import StagecraftPools

@_exported public import class StageFloor.ObservationToken

extension BoundedPool: LogSource {
  /// The key of its name in the metadata.
  public var logKey: String { "pool" }
  /// The name of the pool, if it has one.
  public var logName: String? { snapshot.name }

  /// Begins to write the events to a track; a reporter calls it.
  ///
  /// - Parameter track: What writes the events.
  /// - Returns: A token that ends the observation.
  public func log(to track: LogTrack) -> ObservationToken { observe { track.write($0) } }
}

extension KeyedPool: LogSource {
  /// The key of its name in the metadata.
  public var logKey: String { "pool" }
  /// The name of the pool, if it has one.
  public var logName: String? { snapshot.name }

  /// Begins to write the events to a track; a reporter calls it.
  ///
  /// - Parameter track: What writes the events.
  /// - Returns: A token that ends the observation.
  public func log(to track: LogTrack) -> ObservationToken { observe { track.write($0) } }
}

extension ElasticPool: LogSource {
  /// The key of its name in the metadata.
  public var logKey: String { "pool" }
  /// The name of the pool, if it has one.
  public var logName: String? { snapshot.name }

  /// Begins to write the events to a track; a reporter calls it.
  ///
  /// - Parameter track: What writes the events.
  /// - Returns: A token that ends the observation.
  public func log(to track: LogTrack) -> ObservationToken { observe { track.write($0) } }
}

extension LogTrack {
  fileprivate func write(_ event: PoolEvent) {
    switch event {
    case .gaveUp(.timedOut, after: let waited):
      write(
        "timed out", .warning, "pool wait timed out", ["waited_ms": waited.milliseconds])
    case .gaveUp(.shutdown, after: let waited):
      write(
        "shutdown", .notice, "pool wait ended by its shutdown", ["waited_ms": waited.milliseconds])
    case .gaveUp(.tooManyWaiting, after: _):
      write("too many waiting", .warning, "pool reached its maximum of waiters")
    case .gaveUp(nil, after: let waited):
      write("cancelled", .debug, "pool wait was cancelled", ["waited_ms": waited.milliseconds])
    case .creationFailed(let error):
      write(
        "creation failed", .error, "pool could not create an element",
        ["error": "\(String(reporting: error))"])
    case .heldLong(by: let site, for: let age):
      write(
        "held long", .warning, "pool element is held long",
        ["site": "\(site)", "held_ms": age.milliseconds])
    case .returnedAfterLongHold(from: let site, after: let age):
      write(
        "returned late", .notice, "pool element was returned after a long hold",
        ["site": "\(site)", "held_ms": age.milliseconds])
    case .strayRelease:
      write("stray release", .error, "pool received an element that was not on loan")
    case .nestedBorrowing(at: let site):
      write(
        "nested", .warning, "pool borrower holds an element and waits for another",
        ["site": "\(site)"])
    case .discarded(let reason) where reason.isFailure:
      write("discarded", .notice, "pool discarded an element", ["reason": "\(reason)"])
    // A nested borrower that fails is reported as such.
    case .gaveUp(.wouldDeadlock, after: _), .discarded, .created, .lent, .returned, .waiting: break
    }
  }
}

extension PoolDiscardReason {
  fileprivate var isFailure: Bool {
    switch self {
    case .byHook, .afterFailure, .preparationFailed: true
    case .byBorrower, .usedUp, .tooOld, .idleTooLong, .surplus, .overCapacity, .trimmed,
      .invalidated, .shutdown:
      false
    }
  }
}
#endif
