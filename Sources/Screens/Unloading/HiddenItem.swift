/// What a hidden screen can release: its view or a heavy resource, as it was when a pass began.
///
/// A class, because copying weak references is expensive.
@MainActor
class HiddenItem {
  final private(set) weak var screen: AnyScreen?
  final let id: ScreenID
  final let name: String
  private final let item: ScreenUnloadReport.Item
  final var candidate: UnloadPlan.Candidate
  /// The screen's own reason to keep it, if any.
  final let reason: ScreenUnloadRefusal.Reason?

  /// - Parameters:
  ///   - item: The view or the heavy resource.
  ///   - screen: The screen, which is not retained.
  ///   - position: The position of the screen.
  ///   - reason: The screen's own reason to keep it, if any.
  init(
    _ item: ScreenUnloadReport.Item, of screen: AnyScreen, at position: DistanceMap.Position,
    keptBecause reason: ScreenUnloadRefusal.Reason?
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

  /// How long it takes to create it, and when it was last created; nil if it no longer exists.
  var rebuildTime: RebuildTime? { nil }

  /// Releases it.
  ///
  /// - Parameter application: The application whose pass this is.
  /// - Returns: Whether it was released or kept; nil if it is no longer there.
  func release(in application: ScreenApplication) -> ScreenUnloadReport.Outcome? { nil }

  /// What to report if it was decided not to release it; nil for nothing.
  func outcome(of decision: UnloadPlan.Decision) -> ScreenUnloadReport.Outcome? { nil }

  /// Reports to the observers that it stays.
  func noteStay(_ reason: ScreenUnloadRefusal.Reason) {}

  /// Whether its memory is still in use although it was released.
  var isStillInUse: Bool { false }

  // MARK: During a pass

  /// Sets what the plan compares besides the position.
  ///
  /// - Parameters:
  ///   - screen: The screen; passed because loading the weak reference costs more.
  ///   - bytes: The approximate number of bytes that it holds.
  ///   - time: Its ``rebuildTime``, likewise.
  ///   - now: The time of the application's clock.
  ///   - application: The application.
  final func measure(
    _ screen: AnyScreen, bytes: Int, _ time: RebuildTime, at now: Int64,
    in application: ScreenApplication
  ) {
    candidate.bytes = bytes
    candidate.rebuildTime = time.estimate
    candidate.age = Self.age(of: screen, time, at: now)
    candidate.isRecent = application.isRecent(candidate.age)
  }

  /// Whether it was visible or created a moment ago.
  final func isRecent(in application: ScreenApplication) -> Bool {
    guard let screen, let rebuildTime else { return false }
    return application.isRecent(Self.age(of: screen, rebuildTime, at: application.now))
  }

  /// The time since it was last visible or created, in nanoseconds.
  private static func age(of screen: AnyScreen, _ time: RebuildTime, at now: Int64) -> Int64 {
    min(screen.goneSince.map { now - $0 } ?? .max, time.age(at: now) ?? .max)
  }

  final func entry(_ outcome: ScreenUnloadReport.Outcome) -> ScreenUnloadReport.Entry {
    ScreenUnloadReport.Entry(screen: id, name: name, item: item, outcome: outcome)
  }
}
