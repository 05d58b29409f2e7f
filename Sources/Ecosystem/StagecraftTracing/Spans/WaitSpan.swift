#if Tracing
public import StagecraftPools
internal import Tracing

extension BoundedPool: TracingSource {
  /// The name of the pool, if it has one.
  public var tracingName: String? { snapshot.name }

  /// Begins to make a span for each wait; a reporter calls it.
  ///
  /// - Parameter track: What makes the spans.
  /// - Returns: A token that ends this.
  public func trace(to track: TracingTrack) -> ObservationToken {
    noteWaits { site in track.beginWait(at: site) }
  }
}

extension KeyedPool: TracingSource {
  /// The name of the pool, if it has one.
  public var tracingName: String? { snapshot.name }

  /// Begins to make a span for each wait; a reporter calls it.
  ///
  /// - Parameter track: What makes the spans.
  /// - Returns: A token that ends this.
  public func trace(to track: TracingTrack) -> ObservationToken {
    noteWaits { site in track.beginWait(at: site) }
  }
}

extension TracingTrack {
  fileprivate func beginWait(at site: PoolLoan.Site) -> @Sendable ((any Error)?) -> Void {
    begin(
      "wait",
      [
        "stagecraft.pool": .string(name), "code.file.path": .string(site.fileID),
        "code.line.number": .int(Int64(site.line)),
      ])
  }
}
#endif
