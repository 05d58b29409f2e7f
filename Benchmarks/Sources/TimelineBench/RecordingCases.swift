internal import Harness
internal import StagecraftPools
internal import StagecraftTimeline

extension Case {
  /// One event; the timeline is full, so old events are dropped all the time.
  static var events: [Case] {
    [
      Case("event-1t", "a mark, one thread") {
        let track = makeTrack()
        return [
          .onThread("stagecraft") { count in
            for _ in 0..<count { track.mark("page") }
          }
        ]
      },
      Case("counter-1t", "the value of a counter, one thread") {
        let track = makeTrack()
        return [
          .onThread("stagecraft") { count in
            for number in 0..<count { track.count("length", number) }
          }
        ]
      },
      Case("event-2t", "a mark, two threads, an object for each or one for both") {
        let shared = makeTrack()
        let timeline = Timeline(configuration: quiet)
        return [
          .onThreads("stagecraft", count: 2) { count in
            let track = timeline.track("bench")
            for _ in 0..<count { track.mark("page") }
          },
          .onThreads("stagecraft-one-object", count: 2) { count in
            for _ in 0..<count { shared.mark("page") }
          },
        ]
      },
    ]
  }

  /// A loan is two events.
  static var recordedPools: [Case] {
    [
      Case("pool-1t", "withElementBlocking of a bounded pool of 16, one thread") {
        let timeline = Timeline(configuration: quiet)
        let (recorded, observed, plain) = (makePool(), makePool(), makePool())
        timeline.record(recorded)
        let observation = observed.observe { _ in }
        return [
          .onThread("stagecraft") { [timeline] count in
            for _ in 0..<count { try recorded.withElementBlocking { _ in } }
            withExtendedLifetime(timeline) {}
          },
          .onThread("stagecraft-observed") { [observation] count in
            for _ in 0..<count { try observed.withElementBlocking { _ in } }
            withExtendedLifetime(observation) {}
          },
          .onThread("stagecraft-unrecorded") { count in
            for _ in 0..<count { try plain.withElementBlocking { _ in } }
          },
        ]
      }
    ]
  }

  private static func makePool() -> BoundedPool<Int> { BoundedPool(lending: Array(0..<16)) }

  private static func makeTrack() -> Recording {
    let timeline = Timeline(configuration: quiet)
    return Recording(timeline: timeline, track: timeline.track("bench"))
  }

  private static var quiet: Timeline.Configuration {
    var configuration = Timeline.Configuration()
    configuration.watchesMainActor = false
    return configuration
  }
}

/// A track with its timeline, which would stop if it were released.
private struct Recording: Sendable {
  let timeline: Timeline
  let track: TimelineTrack

  @inline(__always)
  func mark(_ name: String) { track.mark(name) }

  @inline(__always)
  func count(_ name: String, _ value: Int) { track.count(name, value) }
}
