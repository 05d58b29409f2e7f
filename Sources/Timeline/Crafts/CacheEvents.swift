public import StagecraftCaches

@_exported public import class StageFloor.ObservationToken

extension PurgeableCache: TimelineSource {
  /// The kind of object.
  public var timelineKind: TimelineObject.Kind { .cache }
  /// The name of the object, if it has one.
  public var timelineName: String? { name }

  /// Begins to write the events to a track; a timeline calls it.
  ///
  /// - Parameter track: What records the events.
  /// - Returns: A token that ends the recording.
  public func record(to track: TimelineTrack) -> ObservationToken {
    let sampling = Sampling()
    let counts = ["bytes", "values", "hits", "misses", "evictions"].map { LastCount($0, track) }
    track.sample { [weak self] in
      guard let statistics = self?.statistics, sampling.isWanted else { return false }
      let values = [
        statistics.bytes, statistics.count, statistics.hits, statistics.misses,
        statistics.evictions,
      ]
      for (count, value) in zip(counts, values) { count.set(value) }
      return true
    }
    return ObservationToken { sampling.end() }
  }
}
