package import Stagecraft

/// The present hour as a list, which screens follow: at midnight, “due tomorrow” becomes “due today”.
package final class LibraryClock: Sendable {
  package let moments: LiveList<Moment>
  private let ticking: Task<Void, Never>

  /// Starts to look at the time every few seconds: a machine that has slept has no alarm to wait for.
  package init(
    now: @escaping @Sendable () -> Moment, by clock: any Clock<Duration> = ContinuousClock()
  ) {
    let moments = LiveList([now()])
    self.moments = moments
    ticking = Task(name: "library clock") {
      while true {
        do { try await clock.sleep(for: .seconds(10)) } catch { return }
        let moment = now()
        if moments.snapshot().first != moment { moments.replaceAll(with: [moment]) }
      }
    }
  }

  deinit { stop() }

  package func stop() { ticking.cancel() }
}
