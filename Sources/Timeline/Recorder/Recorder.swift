internal import CStageFloor
internal import StageFloor
internal import Synchronization

/// What a timeline's tracks share; observers retain it, and not the timeline.
final class Recorder: Sendable {
  let buffer: EventBuffer
  let timekeeper: Timekeeper
  let samplingPeriod: Duration
  private let start: Int64
  /// In microseconds since 1970.
  let timeOfDay: Int64
  private let hasStopped = Atomic(false)
  private let stoppedAt = Atomic<Int64>(.max)
  private let state = Guarded(State())

  private struct State {
    var objects: [TimelineObject] = []
    var countsOfKinds: [TimelineObject.Kind: Int] = [:]
    var sampler: Task<Void, Never>?
    var samples: [@Sendable () -> Bool] = []
  }

  init(capacity: Int, _ configuration: Timeline.Configuration) {
    buffer = EventBuffer(capacity: capacity)
    timekeeper = Timekeeper(configuration.clock)
    samplingPeriod = configuration.samplingPeriod
    start = timekeeper.now
    timeOfDay = stage_time_of_day()
  }

  @inline(__always)
  var isStopped: Bool { hasStopped.load(ordering: .relaxed) }

  func stop() {
    guard !hasStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
    stoppedAt.store(timekeeper.now, ordering: .releasing)
    stopSampling()
  }

  func makeTrack(_ kind: TimelineObject.Kind, _ name: String?) -> TimelineTrack {
    let now = sinceStart(timekeeper.now)
    let object = state.withLock { state -> TimelineObject in
      state.countsOfKinds[kind, default: 0] += 1
      let name = name ?? "\(kind.rawValue) \(state.countsOfKinds[kind] ?? 1)"
      let object = TimelineObject(
        id: state.objects.count, kind: kind, name: name.cut(toBytes: Record.Name.limit), since: now)
      state.objects.append(object)
      return object
    }
    return TimelineTrack(object, self)
  }

  /// A time slightly before the start, by the difference of two processors' clocks, is the start.
  func sinceStart(_ moment: Int64) -> Duration { .nanoseconds(max(0, moment - start)) }

  func moment(at time: Duration) -> Int64 { start + time.wholeNanoseconds }

  var objects: [TimelineObject] { state.withLock { $0.objects } }

  /// Now, or when it stopped.
  var end: Int64 { min(timekeeper.now, stoppedAt.load(ordering: .acquiring)) }

  var recording: TimelineRecording {
    let end = end
    let contents = buffer.contents
    let records = Record.inOrder(contents.records)
    // Other threads' pages may have older records than a dropped one.
    let complete = records.drop { $0.time < contents.newestDropped }
    let events = complete.map { record in
      TimelineEvent(
        time: sinceStart(record.time), object: Int(record.track), item: record.item,
        name: record.name.text, kind: record.kind, thread: Int(record.thread))
    }
    return TimelineRecording(
      objects: objects, events: events,
      dropped: contents.dropped + records.count - complete.count,
      completeSince: contents.dropped == 0 ? .zero : sinceStart(contents.newestDropped),
      duration: max(sinceStart(end), events.last?.time ?? .zero),
      began: .microseconds(timeOfDay))
  }

  // MARK: Sampling

  func sample(_ body: @escaping @Sendable () -> Bool) {
    guard body(), !isStopped else { return }
    state.withLock { state in
      state.samples.append(body)
      if state.sampler == nil { state.sampler = makeSampler() }
    }
    if isStopped { stopSampling() }
  }

  private func stopSampling() {
    let (sampler, samples) = state.withLock { state in
      defer { state.samples = [] }
      return (state.sampler.take(), state.samples)
    }
    sampler?.cancel()
    withExtendedLifetime(samples) {}
  }

  /// It ends when there is nothing more to sample.
  private func makeSampler() -> Task<Void, Never> {
    Task.detached { [weak self, timekeeper, samplingPeriod] in
      let period = samplingPeriod.wholeNanoseconds
      var next = timekeeper.now + period
      while (try? await timekeeper.sleep(until: next, named: "timeline samples")) != nil {
        guard let self, !isStopped, takeSamples() else { return }
        // Not all those that were missed while the process was suspended.
        next = max(next + period, timekeeper.now)
      }
    }
  }

  /// Returns whether anything is left to be sampled.
  private func takeSamples() -> Bool {
    let samples = state.withLock { $0.samples }
    let kept = samples.map { $0() }
    guard kept.contains(false) else { return true }
    let (removed, hasMore) = state.withLock { state -> ([@Sendable () -> Bool], Bool) in
      // Others may have been added behind them.
      let old = state.samples
      state.samples = old.indices.filter { $0 >= kept.count || kept[$0] }.map { old[$0] }
      if state.samples.isEmpty { state.sampler = nil }
      return (old, !state.samples.isEmpty)
    }
    withExtendedLifetime(removed) {}
    return hasMore
  }

  var isSampling: Bool { state.withLock { $0.sampler != nil } }
}
