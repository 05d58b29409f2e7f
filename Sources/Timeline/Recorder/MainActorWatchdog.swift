internal import StageFloor

/// Records when the main actor does not answer in time.
enum MainActorWatchdog {
  static let period: Duration = .milliseconds(20)

  /// The timeline retains the track: the task must not, as the main actor may never answer.
  static func start(_ track: TimelineTrack, threshold: Duration) -> Task<Void, Never> {
    let timekeeper = track.recorder.timekeeper
    let reference = Reference(track)
    return Task.detached {
      while (try? await timekeeper.sleep(
        until: timekeeper.now + period.wholeNanoseconds, named: "timeline watchdog")) != nil
      {
        let asked = timekeeper.now
        guard await reference.answer(asked: asked, threshold: threshold) else { return }
      }
    }
  }

  /// Recorded on the main actor, so that the event has its thread.
  @MainActor
  static func answer(_ track: TimelineTrack, asked: Int64, threshold: Duration) {
    let late = Duration.nanoseconds(track.recorder.timekeeper.now - asked)
    if late >= threshold { track.period("", .late, lasting: late) }
  }

  private final class Reference: Sendable {
    private weak let track: TimelineTrack?

    init(_ track: TimelineTrack) { self.track = track }

    /// Returns whether the timeline still exists.
    @MainActor
    func answer(asked: Int64, threshold: Duration) -> Bool {
      guard let track else { return false }
      MainActorWatchdog.answer(track, asked: asked, threshold: threshold)
      return true
    }
  }
}
