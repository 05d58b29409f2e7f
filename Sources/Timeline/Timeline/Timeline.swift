internal import StageFloor

/// Records what happens in pools, managers, lists, screens, caches and your own code, on one clock.
///
/// ```swift
/// let timeline = Timeline(capacity: .events(100_000))
/// let copies = timeline.record(copiesPool)
/// timeline.record(manager)
/// timeline.record(pressure, as: "memory")
///
/// timeline.mark("first frame")
/// let catalogue = try timeline.span("parse") { try parse(file) }
///
/// let recording = timeline.recording
/// for event in recording.events(of: copies) { print(event) }
/// ```
///
/// All members may be called from any thread or task.
///
/// - **Order.** The events of one object are in the order in which they were recorded, whichever
///   threads recorded them. Events of different objects are ordered by their time.
/// - **Memory** of events is bounded by the capacity. The oldest are dropped, in pages of up to 256
///   events. A recording is complete from ``TimelineRecording/completeSince`` on, has no earlier
///   event, and counts those as ``TimelineRecording/dropped``. Each recorded object, and each
///   trace, adds a small entry that stays until the timeline is released.
/// - **References.** A timeline retains nothing that it records, except lists, which an observation
///   on the main actor retains until ``stop()``.
/// - **End.** Recording ends with ``stop()``, or when the timeline is released.
/// - **Cost.** What is not recorded costs nothing. An event reads the clock and takes a
///   lock that other threads seldom use; a pool that is recorded takes its slow path from then on.
public final class Timeline: Sendable {
  let recorder: Recorder
  private let program: TimelineTrack
  private let observations = Guarded(Observations())
  private let mainActor: TimelineTrack?
  private let streams = Guarded<[(stream: TimelineStream, task: Task<Void, Never>)]>([])
  private let watchdog: Task<Void, Never>?

  /// How many events a timeline keeps.
  public struct Capacity: Sendable, Hashable {
    let events: Int

    /// At most this number of events, and at least 16; each takes about 100 bytes.
    ///
    /// - Parameter count: The number of events.
    /// - Returns: The capacity.
    public static func events(_ count: Int) -> Capacity {
      require(count >= 16, "A timeline cannot keep only \(count) events: give it 16 or more.")
      return Capacity(events: count)
    }
  }

  /// The rules of a timeline.
  public struct Configuration: Sendable {
    /// Whether the lateness of the main actor is recorded.
    ///
    /// The timeline then asks the main actor for an answer every 20 milliseconds.
    public var watchesMainActor = true
    /// How late an answer of the main actor must be to be recorded: by default a frame.
    public var latenessThreshold: Duration = .milliseconds(16)
    /// How often objects without events of their own, such as caches, are read.
    public var samplingPeriod: Duration = .milliseconds(100)
    /// The clock of all events.
    public var clock: any Clock<Duration> & Sendable = ContinuousClock()

    /// Creates the default rules.
    public init() {}
  }

  /// Creates a timeline and begins to record.
  ///
  /// - Parameters:
  ///   - capacity: How many events to keep.
  ///   - configuration: The rules.
  public init(
    capacity: Capacity = .events(100_000), configuration: Configuration = Configuration()
  ) {
    require(
      configuration.samplingPeriod > .zero && configuration.latenessThreshold > .zero,
      "The sampling period and the lateness threshold of a timeline must be positive.")
    recorder = Recorder(capacity: capacity.events, configuration)
    program = recorder.makeTrack(.program, "program")
    mainActor =
      configuration.watchesMainActor ? recorder.makeTrack(.mainActor, "main actor") : nil
    watchdog = mainActor.map {
      MainActorWatchdog.start($0, threshold: configuration.latenessThreshold)
    }
  }

  deinit { stop() }

  /// Ends the recording; what was recorded can still be read.
  ///
  /// Calling it again has no effect. An event that another thread is recording at that moment may
  /// still be added.
  public func stop() {
    recorder.stop()
    watchdog?.cancel()
    for token in observations.exchange(Observations()).tokens { token.cancel() }
    for (stream, task) in streams.exchange([]) {
      task.cancel()
      stream.finish()
    }
  }

  /// Writes what is recorded to a file, until the timeline stops.
  ///
  /// What was recorded so far is written at once. A task appends new events in each
  /// ``Configuration/samplingPeriod``, by default a tenth of a second; ``stop()`` appends the rest.
  /// ``TimelineRecording/init(readingFrom:)`` reads the file, also after a crash of the program:
  /// the events since the task ran last are missing. While all threads of Swift's tasks are
  /// blocked, it does not run. After a crash of the machine more can be missing, because the file
  /// is not synchronized with the disk.
  ///
  /// The file is not limited by the capacity: it takes about 60 bytes for an event. Events that are
  /// dropped before they are written are missing. Meanwhile the timeline takes up to twice the
  /// memory.
  ///
  /// If the file cannot be written later, such as when the disk is full, a mark says so.
  ///
  /// - Parameter path: The path of a file that does not exist yet. Only its owner may read it.
  /// - Throws: ``TimelineFileError`` if the file exists or cannot be written.
  public func stream(to path: String) throws(TimelineFileError) {
    let stream = try TimelineStream(recorder, to: path) { [program] error in
      program.mark("cannot write the stream: \(error)")
    }
    let task = stream.start()
    streams.withLock { $0.append((stream, task)) }
    // If the timeline was stopped before, nothing else would end the stream.
    if recorder.isStopped { stop() }
  }

  /// The time since the timeline was created, on its clock.
  public var now: Duration { recorder.sinceStart(recorder.timekeeper.now) }

  /// What was recorded so far, as a value.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events. Recording continues meanwhile.
  public var recording: TimelineRecording { recorder.recording }

  // MARK: Recording objects

  /// Records an object from now on.
  ///
  /// Recording an object again has no effect.
  ///
  /// - Parameters:
  ///   - source: A pool, a manager, a monitor, a cache, a shared pool, or an object of your own.
  ///   - name: Its name in the recording, or nil for its own.
  /// - Returns: The object as the recording names it.
  @discardableResult
  public func record(_ source: some TimelineSource, as name: String? = nil) -> TimelineObject {
    record(source, source.timelineKind, name ?? source.timelineName) { track in
      source.record(to: track)
    }
  }

  /// Records several objects from now on, with their own names.
  ///
  /// - Parameter sources: The objects.
  public func record(all sources: [any TimelineSource]) {
    for source in sources { record(source) }
  }

  /// Records an object by what `begin` does with its track, unless it is recorded already.
  func record(
    _ object: AnyObject, _ kind: TimelineObject.Kind, _ name: String?,
    _ begin: (TimelineTrack) -> ObservationToken
  ) -> TimelineObject {
    // Under the lock only the decision.
    let (track, isNew, old) = observations.withLock {
      observations -> (TimelineTrack, Bool, Observations.Removed) in
      if let known = observations.track(of: object) {
        return (known, false, Observations.Removed())
      }
      let track = recorder.makeTrack(kind, name)
      return (track, true, observations.add(object, track))
    }
    for token in old.tokens { token.cancel() }
    guard isNew, !recorder.isStopped else { return track.object }
    let token = begin(track)
    observations.withLock { $0.setToken(token, of: object) }
    // If the timeline was stopped meanwhile, nothing else would end the observation.
    if recorder.isStopped {
      token.cancel()
      withExtendedLifetime(observations.withLock { $0.remove(object) }) {}
    }
    return track.object
  }

  var observationCount: Int { observations.withLock { $0.count } }

  /// Adds an object of your own, which records its events itself.
  ///
  /// - Parameters:
  ///   - name: The name of the object.
  ///   - kind: The kind of object.
  /// - Returns: What records its events.
  public func track(_ name: String, kind: TimelineObject.Kind = .program) -> TimelineTrack {
    recorder.makeTrack(kind, name)
  }

  // MARK: Your own code

  /// Records that something happened, such as the first frame.
  ///
  /// - Parameter name: What happened.
  public func mark(_ name: String) { program.mark(name) }

  /// Records how long a part of your code takes, and whether it throws.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - body: The code.
  /// - Returns: The result of the code.
  /// - Throws: The error of the code.
  public func span<Result: ~Copyable, Failure: Error>(
    _ name: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try program.span(name, body)
  }

  /// Records how long a part of your asynchronous code takes, and whether it throws.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - body: The code, which runs in the caller's isolation.
  /// - Returns: The result of the code.
  /// - Throws: The error of the code.
  public func span<Result: ~Copyable, Failure: Error>(
    _ name: String, _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await program.span(name, body)
  }
}
