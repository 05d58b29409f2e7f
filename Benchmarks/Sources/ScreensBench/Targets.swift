internal import Harness

extension Target {
  /// Targets for screens.
  static var screens: [Target] {
    pushing + many + [.nanoseconds("plan-1000", atMost: 1_000_000)] + saving
  }

  /// A push and a pop cost the same on a stack of one screen and of a thousand.
  private static var pushing: [Target] {
    let others = ["stagecraft", "stagecraft-observed"].map {
      Target.nanoseconds("push-pop", $0, atMost: 5_000)
    }
    return others
      + ["push-pop", "push-pop-1000"].flatMap {
        [
          .nanoseconds($0, "stagecraft-idle-stage", atMost: 3_000),
          .nanoseconds($0, "stagecraft-unseen", atMost: 2_000),
        ]
      }
  }

  /// Each of ten thousand screens, and the memory of one.
  private static var many: [Target] {
    [
      .nanoseconds("push-10k", atMost: 3_000),
      .nanoseconds("unload-10k", atMost: 3_000),
      Target("screen-memory: stagecraft, in bytes", atMost: 300) {
        $0["screen-memory", "stagecraft"]
      },
    ]
  }

  private static var saving: [Target] {
    let times = ["text", "marks", "bytes"].map {
      Target.nanoseconds("state-\($0)-64k", atMost: 1_000_000)
    }
    // An array of bytes is copied.
    let ratios = ["data", "contiguous"].map { name in
      Target("state-\(name)-64k: stagecraft, in multiples of state-bytes-64k", atMost: 2) {
        guard let bytes = $0["state-bytes-64k", "stagecraft"] else { return nil }
        return $0["state-\(name)-64k", "stagecraft"].map { $0 / bytes }
      }
    }
    return times + ratios
  }
}
