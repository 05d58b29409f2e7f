/// A view or a heavy resource, when a pass began; a class, because weak references copy slowly.
@MainActor
class HiddenItem {
  final private(set) weak var screen: AnyScreen?
  final let id: ScreenID
  final let name: String
  private final let item: ScreenUnloadReport.Item
  final var candidate: UnloadPlan.Candidate
  final let reason: AnyScreen.UnloadRefusal.Reason?

  init(
    _ item: ScreenUnloadReport.Item, of screen: AnyScreen, at position: DistanceMap.Position,
    keptBecause reason: AnyScreen.UnloadRefusal.Reason?
  ) {
    self.screen = screen
    self.item = item
    self.reason = reason
    id = screen.id
    name = screen.name
    candidate = position.candidate
    candidate.stays = reason != nil
  }

  // MARK: For subclasses to override

  /// Nil if it no longer exists.
  var rebuildTime: RebuildTime? { nil }

  /// Nil if it is no longer there.
  func release(in application: ScreenApplication) -> ScreenUnloadReport.Outcome? { nil }

  /// What to report if it is not released.
  func outcome(of decision: UnloadPlan.Decision) -> ScreenUnloadReport.Outcome? { nil }

  func noteStay(_ reason: AnyScreen.UnloadRefusal.Reason) {}

  /// Whether its memory is still in use although it was released.
  var isStillInUse: Bool { false }

  // MARK: During a pass

  /// The screen and its ``rebuildTime`` are passed because loading the weak reference costs more.
  final func measure(
    _ screen: AnyScreen, bytes: Int, _ time: RebuildTime, at now: Int64,
    in application: ScreenApplication
  ) {
    candidate.bytes = bytes
    candidate.rebuildTime = time.estimate
    candidate.age = Self.age(of: screen, time, at: now)
    candidate.isRecent = application.isRecent(candidate.age)
  }

  final func isRecent(in application: ScreenApplication) -> Bool {
    guard let screen, let rebuildTime else { return false }
    return application.isRecent(Self.age(of: screen, rebuildTime, at: application.now))
  }

  /// In nanoseconds since it was last visible or created.
  private static func age(of screen: AnyScreen, _ time: RebuildTime, at now: Int64) -> Int64 {
    min(screen.goneSince.map { now - $0 } ?? .max, time.age(at: now) ?? .max)
  }

  final func entry(_ outcome: ScreenUnloadReport.Outcome) -> ScreenUnloadReport.Entry {
    ScreenUnloadReport.Entry(screen: id, name: name, item: item, outcome: outcome)
  }
}
