internal import Harness

extension Target {
  /// Targets for tasks that wait.
  static var waiting: [Target] {
    ["waiting-8task-3", "waiting-64task-3"].map {
      Target.ratio($0, to: "queue-pool", atMost: 1.1)
    }
      + ["saturated-2task-1", "saturated-8task-1"].map {
        Target.ratio($0, to: "actor-pool", atMost: 1.1)
      }
  }

  /// Targets for loans through the lock.
  static var locked: [Target] {
    [
      .nanoseconds("keyed-1t", atMost: 80), .nanoseconds("timing-on-1t", atMost: 80),
      .nanoseconds("elastic-observed-1t", atMost: 60),
    ]
  }

  /// Targets for threads that wait: ahead of every competitor.
  static var threads: [Target] {
    [4, 8].flatMap { threads in
      [1, 2, 3].flatMap { books in
        ["textbook-semaphore", "condition-variable", ConcurrentBag.name].map {
          Target.ratio("saturated-\(threads)t-\(books)", to: $0, atMost: 1)
        }
      }
    }
  }

  /// Targets for many keys: the cost of each does not grow with their number, and a pool that had
  /// many is as fast as one that had few.
  static var keys: [Target] {
    ["trim", "invalidate", "shutdown"].map { grown("keyed-\($0)", from: "100", to: "100k", 4) }
      + ["invalidate-key-after", "set-capacity-after"].map {
        grown("keyed-\($0)", from: "100", to: "100k", 3)
      }
  }

  private static func grown(
    _ name: String, from few: String, to many: String, _ limit: Double
  ) -> Target {
    Target("\(name)-\(many), in multiples of \(name)-\(few)", atMost: limit) { figures in
      guard let large = figures["\(name)-\(many)", "stagecraft"],
        let small = figures["\(name)-\(few)", "stagecraft"], small > 0
      else { return nil }
      return large / small
    }
  }
}
