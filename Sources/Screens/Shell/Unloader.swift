internal import StageFloor
internal import StagecraftMemory

@MainActor
final class Unloader {
  var isReportedShort = false
  /// Views are spared for so long after disappearing or being created.
  var recentPeriod = Duration.seconds(5)

  /// The handle by which monitors reach the application.
  var reference: WeakApplicationReference?
  private var monitors: [WeakReference<PressureMonitor>] = []

  private var suspects: [LeakProbe.Suspect] = []
  private var leakChecks = 0

  var isLookingForLeaks: Bool { leakChecks > 0 || !suspects.isEmpty }
  private var eager: [WeakReference<AnyScreen>] = []
  private var isEagerTurnComing = false

  init() {}

  var isMemoryShort: Bool {
    isReportedShort || monitors.contains { ($0.object?.level ?? .normal) >= .elevated }
  }

  /// False if it was registered before; it is not retained.
  func add(_ monitor: PressureMonitor) -> Bool {
    monitors.removeAll { $0.object == nil }
    guard !monitors.contains(where: { $0.object === monitor }) else { return false }
    monitors.append(WeakReference(monitor))
    return true
  }

  // MARK: The allocator

  /// Replaced by tests, to count the calls.
  var trimHeap: @MainActor () -> Void = { HeapTrim.runSoon() }

  // MARK: Leaked views

  /// Long enough for a task that retained a view to continue, and for an animation to fade it out.
  static let leakCheckDelay = Duration.seconds(1)

  /// Checks in a later turn of the main actor, and once more after ``leakCheckDelay``.
  func suspect(_ suspect: LeakProbe.Suspect, in application: ScreenApplication) {
    suspects.append(suspect)
    guard suspects.count == 1 else { return }
    Task { @MainActor [weak application, timekeeper = application.timekeeper] in
      guard let alive = application?.unloader.takeSuspects(), !alive.isEmpty else { return }
      application?.unloader.leakChecks += 1
      try? await timekeeper.sleep(until: timekeeper.now + Self.leakCheckDelay.wholeNanoseconds)
      guard let application else { return }
      application.unloader.leakChecks -= 1
      application.unloader.report(alive, in: application)
    }
  }

  private func takeSuspects() -> [LeakProbe.Suspect] {
    defer { suspects = [] }
    return suspects.filter { $0.view != nil }
  }

  private func report(_ suspects: [LeakProbe.Suspect], in application: ScreenApplication) {
    guard application.isObserved else { return }
    for suspect in suspects {
      guard let view = suspect.view else { continue }
      let leak = ScreenEvent.ViewLeak(viewType: "\(type(of: view))")
      application.notify(
        ScreenEvent(screen: suspect.screen, name: suspect.name, kind: .viewOutlived(leak)))
    }
  }

  // MARK: Eager screens

  func unloadLater(_ screen: AnyScreen, in application: ScreenApplication) {
    eager.append(WeakReference(screen))
    guard !isEagerTurnComing else { return }
    isEagerTurnComing = true
    Task { @MainActor [weak application] in
      guard let unloader = application?.unloader else { return }
      unloader.isEagerTurnComing = false
      unloader.unloadEager()
    }
  }

  /// A screen in a transition waits until that has ended; one that refuses for another reason keeps
  /// its view until it disappears the next time.
  func unloadEager() {
    guard !eager.isEmpty else { return }
    let screens = eager
    eager = []
    for entry in screens {
      guard let screen = entry.object, screen.appearance == .gone else { continue }
      if screen.isInTransition {
        eager.append(entry)
        continue
      }
      for descendant in screen.tree.reversed() where descendant.unloadPolicy != .never {
        guard descendant.isViewLoaded else { continue }
        _ = try? descendant.unloadView(because: .eager)
      }
    }
  }
}
