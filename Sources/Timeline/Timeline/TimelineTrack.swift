internal import StageFloor
internal import Synchronization

/// Records the events of one object.
///
/// All methods may be called from any thread, and do not wait. After the timeline has stopped they
/// have no effect. Names are cut after 256 bytes.
public final class TimelineTrack: Sendable {
  /// The object as the recording names it.
  public let object: TimelineObject

  let recorder: Recorder
  private let sequence = Atomic<UInt64>(0)
  private let lastItem = Atomic<Int>(0)

  init(_ object: TimelineObject, _ recorder: Recorder) {
    self.object = object
    self.recorder = recorder
  }

  /// Records that something happened.
  ///
  /// - Parameters:
  ///   - name: What happened.
  ///   - item: The number of the item that it concerns, or 0 for the object as a whole.
  public func mark(_ name: String, item: Int = 0) { write(.mark, item, .text(name)) }

  /// Records the value of a counter from now on.
  ///
  /// - Parameters:
  ///   - name: The name of the counter.
  ///   - value: Its value.
  public func count(_ name: String, _ value: Int) {
    write(.count, 0, .text(name), number: Int64(value))
  }

  /// Records that an item of the object enters a phase, and leaves the one that it was in.
  ///
  /// - Parameters:
  ///   - item: The number of the item, not 0.
  ///   - name: Its name; an empty one is that of its former phase.
  ///   - phase: The phase.
  public func began(_ item: Int, _ name: String, _ phase: TimelineEvent.Phase) {
    write(.began, item, .text(name), phase)
  }

  /// Records that an item of the object has ended.
  ///
  /// - Parameters:
  ///   - item: The number of the item.
  ///   - ending: How it ended.
  public func ended(_ item: Int, _ ending: TimelineEvent.Ending = .succeeded) {
    write(.ended, item, .text(""), ending: ending)
  }

  /// Records that an item could begin its phase only when another item had ended.
  ///
  /// - Parameters:
  ///   - item: The number of the item.
  ///   - other: The number of the other item of the same object.
  public func follows(_ item: Int, _ other: Int) {
    write(.follows, item, .text(""), number: Int64(other))
  }

  /// Records a phase that ends now.
  ///
  /// - Parameters:
  ///   - name: The name of what was in the phase.
  ///   - phase: The phase.
  ///   - duration: How long it lasted; a negative duration counts as zero.
  ///   - ending: How it ended.
  public func period(
    _ name: String, _ phase: TimelineEvent.Phase, lasting duration: Duration,
    ending: TimelineEvent.Ending = .succeeded
  ) {
    let length = max(0, duration.wholeNanoseconds)
    write(.period, 0, .text(name), phase, ending: ending, number: length)
  }

  /// Calls a closure at once, and then once in each ``Timeline/Configuration/samplingPeriod``, to
  /// record what has no events.
  ///
  /// - Parameter body: Called by the caller, then by a task that all closures share, so it should
  ///   return quickly; returns false to end the calls.
  public func sample(_ body: @escaping @Sendable () -> Bool) { recorder.sample(body) }

  /// The number of an item that no other one of this object has.
  public func nextItem() -> Int { lastItem.wrappingAdd(1, ordering: .relaxed).newValue }

  // MARK: Spans

  func span<Result: ~Copyable, Failure: Error>(
    _ name: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let item = nextItem()
    began(item, name, .running)
    do {
      let result = try body()
      ended(item)
      return result
    } catch {
      ended(item, error is CancellationError ? .cancelled : .failed)
      throw error
    }
  }

  func span<Result: ~Copyable, Failure: Error>(
    _ name: String, _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let item = nextItem()
    began(item, name, .running)
    do {
      let result = try await body()
      ended(item)
      return result
    } catch {
      ended(item, error is CancellationError ? .cancelled : .failed)
      throw error
    }
  }

  // MARK: Writing

  /// The time is read last, so that it is not earlier than what it describes.
  @inline(__always)
  func write(
    _ shape: Record.Shape, _ item: Int, _ name: Record.Name,
    _ phase: TimelineEvent.Phase = .running, ending: TimelineEvent.Ending = .succeeded,
    number: Int64 = 0, at time: Int64? = nil
  ) {
    guard !recorder.isStopped else { return }
    recorder.buffer.append(
      Record(
        time: time ?? recorder.timekeeper.quickNow, number: number, item: item,
        sequence: sequence.wrappingAdd(1, ordering: .relaxed).oldValue, name: name.bounded,
        track: UInt32(object.id), shape: shape, phase: phase, ending: ending))
  }
}
