internal import Harness

extension Target {
  /// Targets for screens.
  static var screens: [Target] {
    let pushes = ["stagecraft", "stagecraft-idle-stage", "stagecraft-observed"].map {
      Target.nanoseconds("push-pop", $0, atMost: 5_000)
    }
    let states = ["text", "marks", "bytes"].map {
      Target.nanoseconds("state-\($0)-64k", atMost: 1_000_000)
    }
    return pushes + [.nanoseconds("plan-1000", atMost: 1_000_000)] + states
  }
}
