internal import StageFloor

/// Records when the main actor does not answer in time.
enum MainActorWatchdog {
  static let period: Duration = .milliseconds(20)

  static func start(_ track: TimelineTrack, threshold: Duration) -> Task<Void, Never> {
    let timekeeper = track.recorder.timekeeper
    return Task.detached {
      while (try? await timekeeper.sleep(
        until: timekeeper.now + period.wholeNanoseconds, named: "timeline watchdog")) != nil
      {
        let asked = timekeeper.now
        await answer(track, asked: asked, threshold: threshold)
      }
    }
  }

  /// Recorded on the main actor, so that the event has its thread.
  @MainActor
  static func answer(_ track: TimelineTrack, asked: Int64, threshold: Duration) {
    let late = Duration.nanoseconds(track.recorder.timekeeper.now - asked)
    if late >= threshold { track.period("", .late, lasting: late) }
  }
}
