package import Harness

extension Suite {
  /// `bench timeline`: the cost of recording.
  package static var timeline: Suite {
    Suite(
      name: "timeline", summary: "recording events on one clock",
      cases: Case.events + Case.recordedPools + Case.crafts + Case.exports,
      targets: [
        .nanoseconds("event-1t", atMost: 100), .nanoseconds("counter-1t", atMost: 100),
        Target("bytes-100000: stagecraft-report", atMost: 1_000_000) {
          $0["bytes-100000", "stagecraft-report"]
        },
      ])
  }
}
