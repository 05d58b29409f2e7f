internal import StagecraftMemory
internal import StageFloor

/// The unloading state of an application.
@MainActor
final class Unloader {
  /// Whether memory was reported short by a source other than a monitor.
  var isToldShort = false

  /// The handle by which monitors reach the application; created on first use.
  var seat: ScreenSeat?
  private var monitors: [WeakMonitor] = []

  private var suspects: [LeakProbe.Suspect] = []
  /// The number of second checks that are scheduled.
  private var searches = 0

  /// Whether there is a view that may turn out to have leaked.
  var isLookingForLeaks: Bool { searches > 0 || !suspects.isEmpty }
  private var eager: [WeakScreen] = []
  private var isEagerTurnComing = false

  private struct WeakMonitor {
    weak var monitor: PressureMonitor?
  }

  private struct WeakScreen {
    weak var screen: AnyScreen?
  }

  init() {}

  /// Whether any source reports that memory is short.
  var isMemoryShort: Bool {
    isToldShort || monitors.contains { ($0.monitor?.level ?? .normal) >= .elevated }
  }

  /// Registers a monitor as a source.
  ///
  /// - Parameter monitor: The monitor. It is not retained.
  /// - Returns: Whether it was not registered before.
  func follows(_ monitor: PressureMonitor) -> Bool {
    monitors.removeAll { $0.monitor == nil }
    guard !monitors.contains(where: { $0.monitor === monitor }) else { return false }
    monitors.append(WeakMonitor(monitor: monitor))
    return true
  }

  // MARK: The allocator

  /// Asks the allocator to return free memory soon.
  ///
  /// Tests replace it to count the calls.
  var trimHeap: @MainActor () -> Void = { HeapTrim.runSoon() }

  // MARK: Leaked views

  /// How long a view may stay alive before it is reported: long enough for a task that retained it
  /// temporarily to continue, and for an animation to fade it out.
  static let patience = Duration.seconds(1)

  /// Checks a view in a later turn of the main actor and, if it is still alive, once more after
  /// ``patience``.
  func suspect(_ suspect: LeakProbe.Suspect, in application: ScreenApplication) {
    suspects.append(suspect)
    guard suspects.count == 1 else { return }
    Task { @MainActor [weak application, timekeeper = application.timekeeper] in
      guard let alive = application?.unloader.takeSuspects(), !alive.isEmpty else { return }
      application?.unloader.searches += 1
      try? await timekeeper.sleep(until: timekeeper.now + Self.patience.wholeNanoseconds)
      guard let application else { return }
      application.unloader.searches -= 1
      application.unloader.report(alive, in: application)
    }
  }

  /// The views that are still alive after the turn in which they were unloaded.
  private func takeSuspects() -> [LeakProbe.Suspect] {
    defer { suspects = [] }
    return suspects.filter { $0.view != nil }
  }

  /// Reports the views that were unloaded and are still alive, with one search for all of them.
  private func report(_ suspects: [LeakProbe.Suspect], in application: ScreenApplication) {
    let alive = suspects.filter { $0.view != nil }
    guard !alive.isEmpty, application.isObserved else { return }
    let screens = application.searchesForHolders ? application.liveScreens : nil
    for (suspect, leak) in HolderSearch.leaks(of: alive, in: screens) {
      application.tell(
        ScreenEvent(screen: suspect.screen, name: suspect.name, kind: .viewOutlived(leak)))
    }
  }

  // MARK: Eager screens

  /// Schedules the unloading of an eager screen that has disappeared.
  func isEager(_ screen: AnyScreen, in application: ScreenApplication) {
    eager.append(WeakScreen(screen: screen))
    guard !isEagerTurnComing else { return }
    isEagerTurnComing = true
    Task { @MainActor [weak application] in
      guard let unloader = application?.unloader else { return }
      unloader.isEagerTurnComing = false
      unloader.unloadEager()
    }
  }

  /// Unloads the eager screens that have disappeared.
  ///
  /// A screen that is still in a transition waits until that has ended; one that refuses for
  /// another reason keeps its view until it disappears the next time.
  func unloadEager() {
    guard !eager.isEmpty else { return }
    let screens = eager
    eager = []
    for entry in screens {
      guard let screen = entry.screen, screen.appearance == .gone else { continue }
      if screen.isInTransition {
        eager.append(entry)
        continue
      }
      for heir in screen.tree.reversed() where heir.unloadPolicy != .never {
        guard heir.isViewLoaded else { continue }
        _ = try? heir.unloadView(because: .eager)
      }
    }
  }
}
