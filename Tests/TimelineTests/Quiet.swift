import StagecraftTestKit

@testable import StagecraftTimeline

extension Timeline.Configuration {
  /// Driven by hand, without a watch of the main actor.
  static func quiet(_ clock: any Clock<Duration> & Sendable) -> Self {
    var configuration = Self()
    configuration.clock = clock
    configuration.watchesMainActor = false
    return configuration
  }
}

extension TimelineRecording {
  /// The events as lines, such as `10 ms parse began running`.
  var lines: [String] {
    events.map { event in
      let what =
        switch event.kind {
        case .began(let phase): "began \(phase)"
        case .ended(let ending): "ended \(ending)"
        case .period(let phase, let duration, let ending):
          "\(phase) \(duration.milliseconds) \(ending)"
        case .follows(let other): "follows \(other)"
        case .count(let value): "= \(value)"
        case .mark: "!"
        }
      return [event.time.milliseconds, event.name, what].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
  }

  /// Of one object.
  func lines(of name: String) -> [String] {
    guard let object = object(named: name) else { return [] }
    var part = self
    part.events = events(of: object)
    return part.lines
  }
}

extension Duration {
  var milliseconds: String { "\(Int(self / .milliseconds(1)))" }
}
