import TestSupport
import Testing

@testable import StagecraftMemory

/// What an observation retains, and when it releases it.
@Suite(.timeLimit(.minutes(3)))
struct PressureObservationLifetimeTests {
  @Test
  func observationDoesNotRetainTheMonitorAndEndsWithIt() async throws {
    let tracker = LifetimeTracker()
    var monitor: PressureMonitor? = PressureMonitor(sources: .none)
    weak let observed = monitor
    let began = Gate()
    let (observation, task) = try #require(monitor).core.observe { [object = tracker.make()] _ in
      withExtendedLifetime(object) {}
      began.open()
    }
    await began.wait()
    monitor = nil
    #expect(observed == nil)
    await task.value
    await tracker.allEnded()
    observation.cancel()
  }

  @Test
  func cancellingReleasesTheObserver() async throws {
    let tracker = LifetimeTracker()
    let monitor = PressureMonitor(sources: .none)
    let observation = monitor.observe { [object = tracker.make()] _ in
      withExtendedLifetime(object) {}
    }
    observation.cancel()
    await tracker.allEnded()
    withExtendedLifetime((monitor, observation)) {}
  }

  @Test
  func releasingTheObservationReleasesTheObserver() async throws {
    let tracker = LifetimeTracker()
    let monitor = PressureMonitor(sources: .none)
    _ = monitor.observe { [object = tracker.make()] _ in
      withExtendedLifetime(object) {}
    }
    await tracker.allEnded()
    withExtendedLifetime(monitor) {}
  }

  /// An observer that retains its own observation: a cycle until the monitor is deallocated.
  @Test
  func observerThatRetainsItsObservationIsReleasedWithTheMonitor() async throws {
    let tracker = LifetimeTracker()
    var monitor: PressureMonitor? = PressureMonitor(sources: .none)
    let own = Locked<ObservationToken?>(nil)
    let observation = try #require(monitor).observe { [object = tracker.make()] _ in
      withExtendedLifetime((object, own)) {}
    }
    own.update { $0 = observation }
    monitor = nil
    await tracker.allEnded()
    own.update { $0 = nil }
  }
}
