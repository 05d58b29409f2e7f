internal import Harness
internal import StagecraftMemory
internal import Synchronization

extension Case {
  /// The cost of a monitor while nothing is released.
  static var bookkeeping: [Case] {
    [
      Case("register", "registering a responder, and ending the registration") {
        [
          registering("stagecraft", beside: 0),
          registering("stagecraft-1000", beside: 1_000),
          registeringForOwners("stagecraft-owner"),
        ]
      },
      Case("level-read", "reading the level") {
        let pressure = PressureMonitor(sources: .none)
        let mutex = Mutex(PressureLevel.normal)
        return [
          .onThread("stagecraft") { times in
            var worst = PressureLevel.normal
            for _ in 0..<times { worst = max(worst, pressure.level) }
            Sink.keep(worst)
          },
          .onThread("mutex") { times in
            var worst = PressureLevel.normal
            for _ in 0..<times { worst = max(worst, mutex.withLock { $0 }) }
            Sink.keep(worst)
          },
        ]
      },
      Case("report-storm-1t", "a report while the monitor pauses") { [storm(threads: 1)] },
      Case("report-storm-2t", "a report while the monitor pauses, from 2 threads") {
        [storm(threads: 2)]
      },
    ]
  }

  private static func registering(_ name: String, beside others: Int) -> Subject {
    let pressure = PressureMonitor(sources: .none)
    let kept = (0..<others).map { _ in
      pressure.register("shelf", cost: .computed) { _ in 0 }
    }
    return .onThread(name) { times in
      for _ in 0..<times {
        pressure.register("covers", cost: .computed) { _ in 0 }.end()
      }
      Sink.keep(kept)
    }
  }

  private static func registeringForOwners(_ name: String) -> Subject {
    let pressure = PressureMonitor(sources: .none)
    return .onThread(name) { times in
      for _ in 0..<times {
        pressure.register(for: Shelf(), "covers", cost: .computed) { _, _ in 0 }
      }
    }
  }

  private static func storm(threads: Int) -> Subject {
    let source = OpenSource()
    var policy = PressurePolicy()
    policy.holdOff = .seconds(3_600)
    policy.heapTrimInterval = nil
    let pressure = PressureMonitor(sources: .only(source), policy: policy)
    _ = try? waitForTask { await pressure.relieve(.high) }
    let reporter = source.reporter
    return .onThreads("stagecraft", count: threads) { times in
      for _ in 0..<times { reporter?.report(.elevated) }
      Sink.keep(pressure)
    }
  }
}

private final class Shelf: Sendable {}

/// A source that exposes its reporter.
private final class OpenSource: PressureSource {
  let name = "open"
  private let kept = Mutex<PressureReporter?>(nil)

  var reporter: PressureReporter? { kept.withLock { $0 } }

  func watch(_ reporter: PressureReporter) -> ObservationToken {
    kept.withLock { $0 = reporter }
    return ObservationToken {}
  }
}
