#if SQLite && PostgreSQL
import Foundation
import LendingProof
import StageFloor
import StagecraftPools
@_spi(Store) import StagecraftSharedPools
import Synchronization

/// A process that borrows until it is told to end, and writes down what it does.
final class StormWorker: Sendable {
  private let site: StormSite
  private let history: HistoryWriter
  private let pool: SharedPool<String>
  private let network: UnreliableStore?
  private let habits: StormHabits
  /// Whether the next write is preceded by a stop.
  private let pauses = Mutex(false)

  init(_ name: String, at site: StormSite) async throws {
    self.site = site
    habits = StormHabits(site.options)
    history = try site.history(of: name)
    var store = try site.store()
    let seed = site.options.seed &+ (UInt64(name.dropFirst()) ?? 0) &* 7_919
    if site.options.effectiveFaults.contains(.cut) {
      let network = UnreliableStore(
        store, seed: seed, silence: site.longTime, weather: habits.weather, history)
      self.network = network
      store = network
    } else {
      network = nil
    }
    if let mistake = site.options.plant.flatMap(PlantedStore.Mistake.init) {
      store = PlantedStore(store, mistake)
    }
    var configuration = SharedPoolConfiguration(job: name)
    configuration.returnTimeout = .seconds(3)
    configuration.firstRetryPause = .milliseconds(20)
    configuration.longestRetryPause = .milliseconds(300)
    pool = try await Self.open(RecordingStore(store, history), site.settings, configuration)
  }

  /// Opens the pool; it fails while the server is down, or its notifications are lost.
  private static func open(
    _ store: any LeaseStore, _ settings: SharedPoolSettings,
    _ configuration: SharedPoolConfiguration
  ) async throws -> SharedPool<String> {
    for _ in 0..<40 {
      do {
        return try await SharedPool(
          StormSite.pool, at: store, settings: settings, configuration: configuration)
      } catch {
        try await Task.sleep(for: .milliseconds(200))
      }
    }
    return try await SharedPool(
      StormSite.pool, at: store, settings: settings, configuration: configuration)
  }

  /// Lets nothing pass for a while.
  func fallSilent() { network?.fallSilent() }

  /// Stops this process before its next write.
  func pause() { pauses.withLock { $0 = true } }

  /// Borrows until it is told to end.
  func run(seed: UInt64, isEnding: @escaping @Sendable () -> Bool) async {
    await withTaskGroup(of: Void.self) { group in
      for borrower: UInt64 in 0..<3 {
        group.addTask { [self] in
          var numbers = SplitMix64(seed: seed &* 31 &+ borrower)
          while !isEnding() { await borrow(&numbers) }
        }
      }
      group.addTask { [self] in
        while !isEnding() { await noticeStall() }
      }
    }
    await pool.close()
  }

  /// Writes down if a short sleep was a long one.
  private func noticeStall() async {
    let begin = HistoryClock.now
    try? await Task.sleep(for: .milliseconds(8))
    if HistoryClock.now - begin > 25_000_000 { history.record(.stalled, begin: begin) }
  }

  private func borrow(_ numbers: inout SplitMix64) async {
    func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &numbers) == 0 }
    var wants = [Want(oneIn(4) ? ["ios"] : .any, preferring: oneIn(3) ? "build" : nil)]
    if oneIn(6) { wants.append(Want()) }
    let priority = oneIn(8) ? Int.random(in: -2...2, using: &numbers) : 0
    let wait = Duration.milliseconds(Int.random(in: habits.waits, using: &numbers))
    // Most are short; some need renewals.
    let lifetime = Int(site.settings.timeToLive.milliseconds)
    let hold = Duration.milliseconds(
      Int.random(
        in: oneIn(habits.longHolds) ? lifetime / 2...lifetime * 3 : 0...30, using: &numbers))
    do {
      try await pool.withLeases(wants, priority: priority, timeout: .after(wait)) { leases in
        await withTaskCancellationHandler {
          await self.use(leases, for: hold)
        } onCancel: {
          for lease in leases {
            self.history.record(.cancelled(resource: lease.name, fence: lease.fence))
          }
        }
      }
    } catch let error as SharedPoolError {
      // A wait that ended, and a lease that was lost, are what a storm is about.
      if error.code == .unreachable { try? await Task.sleep(for: .milliseconds(20)) }
    } catch {
      history.record(.fault("a borrower failed: \(error)"))
    }
    // The faults matter, not how often the processor is full.
    try? await Task.sleep(for: .milliseconds(Int.random(in: 0...8, using: &numbers)))
  }

  /// Uses resources as a careful program does: it looks, and writes with its fence.
  private func use(_ leases: [FencedLease<String>], for time: Duration) async {
    let end = HistoryClock.now + time.microseconds * 1_000
    repeat {
      for lease in leases {
        if Task.isCancelled { return }
        let begin = HistoryClock.now
        guard lease.isStillMine else {
          return history.record(.lost(resource: lease.name, fence: lease.fence), begin: begin)
        }
        history.record(
          .holds(resource: lease.name, fence: lease.fence), begin: begin, end: begin)
        if pauses.withLock({ pauses in exchange(&pauses, with: false) }) {
          // Here a program is paused in the one place where looking does not help.
          history.record(.fault("stops before a write to \(lease.name)"))
          kill(getpid(), SIGSTOP)
        }
        write(lease)
      }
      try? await Task.sleep(for: .milliseconds(4))
    } while HistoryClock.now < end
  }

  private func exchange(_ value: inout Bool, with new: Bool) -> Bool {
    defer { value = new }
    return value
  }

  private func write(_ lease: FencedLease<String>) {
    let begin = HistoryClock.now
    do {
      let number = try site.counter(lease.resource).write(lease.fence)
      history.record(
        .wrote(resource: lease.name, fence: lease.fence, number: number), begin: begin)
    } catch {
      history.record(.fault("the counter of \(lease.name) failed: \(error)"))
    }
  }
}
#endif
