import Foundation
import Stagecraft

/// How long the main thread works until it answers, in processor time.
///
/// The timeline records how late it answers, which on a busy machine includes the time in which the
/// thread has no processor.
@MainActor
final class MainThreadMeter {
  /// What it had worked when the measurement began.
  private(set) var workBefore = Duration.zero
  /// The longest work until an answer since then.
  private(set) var longestWork = Duration.zero
  /// When that has ended, on the clock of the timeline.
  private(set) var longestEnd = Duration.zero
  private let timeline: Timeline
  private var asking: Task<Void, Never>?

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// Begins to ask, every 20 milliseconds.
  func begin() {
    var clock = clockid_t()
    pthread_getcpuclockid(pthread_self(), &clock)
    workBefore = Self.time(of: clock)
    asking = Task.detached { [weak self, clock] in
      while (try? await Task.sleep(for: .milliseconds(20))) != nil {
        let asked = Self.time(of: clock)
        await self?.answer(on: clock, asked)
      }
    }
  }

  deinit { asking?.cancel() }

  private func answer(on clock: clockid_t, _ asked: Duration) {
    let work = Self.time(of: clock) - asked
    if work > longestWork { (longestWork, longestEnd) = (work, timeline.now) }
  }

  private nonisolated static func time(of clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
