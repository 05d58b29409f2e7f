internal import StagecraftMemory
internal import StageFloor

/// What an application has to remember about unloading.
@MainActor
final class Unloader {
  /// Whether somebody said so who is no monitor.
  var isToldShort = false

  /// Where monitors find the application; made when first needed.
  var seat: ScreenSeat?
  private var monitors: [WeakMonitor] = []

  private var suspects: [LeakProbe.Suspect] = []
  /// How many times views that lived on will be looked for once more.
  private var searches = 0

  /// Whether there is a view of which it is not known yet whether it lives on.
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

  /// Whether memory is short, as far as anybody said.
  var isMemoryShort: Bool {
    isToldShort || monitors.contains { ($0.monitor?.level ?? .normal) >= .elevated }
  }

  /// From now on a monitor is listened to.
  ///
  /// - Returns: whether it was not before.
  func follows(_ monitor: PressureMonitor) -> Bool {
    monitors.removeAll { $0.monitor == nil }
    guard !monitors.contains(where: { $0.monitor === monitor }) else { return false }
    monitors.append(WeakMonitor(monitor: monitor))
    return true
  }

  // MARK: What the allocator keeps

  /// Has the allocator give back soon what is free.
  ///
  /// Tests count the calls.
  var trimHeap: @MainActor () -> Void = { HeapTrim.runSoon() }

  // MARK: Views that live on

  /// How long a view may live on before it is reported: long enough for a task that had it in hand to
  /// go on, and for an animation to fade it out.
  static let patience = Duration.seconds(1)

  /// Looks for a view in a later turn of the main actor, and if it is still there, once more after
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

  /// The views that are still there after the turn in which they were unloaded.
  private func takeSuspects() -> [LeakProbe.Suspect] {
    defer { suspects = [] }
    return suspects.filter { $0.view != nil }
  }

  /// Reports the views that were unloaded and live on, with one search for all of them.
  private func report(_ suspects: [LeakProbe.Suspect], in application: ScreenApplication) {
    let alive = suspects.filter { $0.view != nil }
    guard !alive.isEmpty, application.isObserved else { return }
    let screens = application.searchesForHolders ? application.liveScreens : nil
    for (suspect, leak) in HolderSearch.leaks(of: alive, in: screens) {
      application.tell(
        ScreenEvent(screen: suspect.screen, name: suspect.name, kind: .viewOutlived(leak)))
    }
  }

  // MARK: Screens that unload whenever they have disappeared

  /// A screen that unloads eagerly has disappeared.
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

  /// Unloads the screens that have disappeared and unload eagerly.
  ///
  /// What a transition still moves waits until that is over; what else refuses stays until it
  /// disappears the next time.
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
